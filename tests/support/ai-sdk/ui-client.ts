import type { UIMessage, UIMessageChunk } from 'ai';
import { readUIMessageStream } from 'ai';
import type { UiMessageChunk } from '../../../packages/server/src/http/ai-sdk/ui-message.ts';

/** The real client's state after these chunks, by message, each as it was last shown. */
export async function readByClient(chunks: readonly UiMessageChunk[]): Promise<Map<string, UIMessage>> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return lastShown(stream);
}

export async function lastShown(stream: ReadableStream<UIMessageChunk>): Promise<Map<string, UIMessage>> {
  const shown = new Map<string, UIMessage>();
  const problems: unknown[] = [];
  for await (const message of readUIMessageStream({ stream, onError: (error) => problems.push(error) })) {
    shown.set(message.id, message);
  }
  const surprising = problems.filter((problem) => (problem as Error).name === 'AI_UIMessageStreamError');
  if (surprising.length > 0) throw surprising[0];
  return shown;
}

/** As it comes out of JSON: without undefined fields. */
export function asJson<Value>(value: Value): unknown {
  return JSON.parse(JSON.stringify(value));
}
