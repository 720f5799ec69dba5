/* Text for models that give a last answer. */

export const wholeMessage =
  'Answer now, without tools and briefly, with what you have: what was found so far, with figures and sources, and what is missing.';
export const atOnceMessage = 'Answer now, without tools and briefly, as well as you can, and say what is missing.';
export const gatherPrompt = 'You report in a few sentences what an agent has found, from its record only.';
export const answerPrompt = 'You answer in one or two sentences.';
export const askAtOnce =
  'There is no budget for more than a short answer. Answer this as well as you can, and say what is missing.';

export function askMessage(reason: string): string {
  return `The work below had to end: ${reason} Write what was found so far, with figures and sources, and what is missing. Do not continue the work.`;
}
