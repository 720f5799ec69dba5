import type { Delta, LogEvent } from '@retinue/protocol';
import { createParser } from 'eventsource-parser';

/** A message of the stream that the command line uses. The server validates what it stores, so it is not parsed again. */
export type StreamMessage = { type: 'event'; body: LogEvent } | { type: 'delta'; body: Delta };

/** Server-sent events as they arrive: those that each chunk completes. Comments and other messages count as no message. */
export async function* readStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamMessage[]> {
  const decoder = new TextDecoder();
  let messages: StreamMessage[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'event' || event === 'delta') messages.push({ type: event, body: JSON.parse(data) });
    },
  });
  for await (const chunk of body) {
    messages = [];
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield messages;
  }
}
