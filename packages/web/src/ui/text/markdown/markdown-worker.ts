import { parseMarkdown } from './parse-markdown.ts';

/** Formats texts beside the page, which ends this worker when one takes too long. */
addEventListener('message', ({ data }: MessageEvent<{ text: string; isGrowing: boolean }>) => {
  postMessage(answer(data.text, data.isGrowing));
});
/** From now on the time that a text takes is the text's own. */
postMessage('ready');

function answer(text: string, isGrowing: boolean) {
  try {
    return parseMarkdown(text, isGrowing);
  } catch {
    // A text that is nested too deeply overflows the stack.
    return null;
  }
}
