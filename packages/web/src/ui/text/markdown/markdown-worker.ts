import { parseMarkdown } from './parse-markdown.ts';

/** Formats texts. The page ends this worker when one takes too long. */
addEventListener('message', ({ data }: MessageEvent<{ text: string; isGrowing: boolean }>) => {
  postMessage(answer(data.text, data.isGrowing));
});
/** The time limit of a text counts from now on. */
postMessage('ready');

function answer(text: string, isGrowing: boolean) {
  try {
    return parseMarkdown(text, isGrowing);
  } catch {
    // Deep nesting overflows the stack.
    return null;
  }
}
