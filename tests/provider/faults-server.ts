import { deltas, stream } from '../fakes/openai-replies.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { faults } from './faults.ts';

const longAnswer = Array.from({ length: 20_000 }, (_, index) => `word ${index} `);

/*
 * A separate process, so that its output does not count as memory of the product. Answers a message that names a fault
 * with it, and any other with a plain answer.
 */
const { baseUrl } = await startOpenAiServer(({ body }) => {
  const messages = JSON.stringify(body.messages);
  const place = messages.lastIndexOf('"fault: ');
  const isLast = place >= 0 && !/And now\?|"tool_call_id"/.test(messages.slice(place));
  const name = isLast ? /^"fault: ([^"]*)"/.exec(messages.slice(place))?.[1] : undefined;
  if (messages.endsWith('"at length"}]')) return stream(...deltas(...longAnswer));
  const reply = name === undefined ? undefined : faults[name]?.reply;
  return (typeof reply === 'function' ? reply() : reply) ?? stream(...deltas('Fine.'));
});
console.log(baseUrl);
