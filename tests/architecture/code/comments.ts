import { lineAt, parse, type SourceFile } from '../source.ts';

/** Words that hide the subject of a sentence: a comment names the thing, or starts with a verb. */
const vagueOpening = /(?:^|[.:!?]\s+)(what(ever)?|who(m|se|ever)?|of|where|no one|(some|any|every|no)body|someone)\b/i;

/** Comments in which a sentence starts with such a word: one sentence each. */
export function vagueComments(file: SourceFile): string[] {
  return parse(file).comments.flatMap(({ start, value }) => {
    const text = value.replace(/^[\s*/]+|\n[\s*]+/g, ' ').trim();
    const word = vagueOpening.exec(text)?.[1];
    return word === undefined ? [] : [`${file.path}:${lineAt(file.text, start)} opens a sentence with "${word}"`];
  });
}
