/** The languages that the rules can read and write. */
export type Language = 'english' | 'hebrew';

/** A place's name in another alphabet does not change the language of a sentence. */
export function languageOf(text: string): Language {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[א-ת]/g) > count(/[a-z]/gi) ? 'hebrew' : 'english';
}
