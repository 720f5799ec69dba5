import { englishPhrases } from './english/copy.ts';
import { hebrewPhrases } from './hebrew/copy.ts';
import { type Language, languageOf } from './words.ts';

export type Phrases = typeof englishPhrases;

const phrases: Record<Language, Phrases> = { english: englishPhrases, hebrew: hebrewPhrases };

export function phrasesOf(language: Language): Phrases {
  return phrases[language];
}

export function phrasesFor(text: string): Phrases {
  return phrases[languageOf(text)];
}
