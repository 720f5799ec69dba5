import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Delta, Routes, ThreadId } from '@retinue/protocol';
import { ApiError, deltaSchema, localWorkspaceId, threadIdSchema } from '@retinue/protocol';
import { z } from 'zod';
import { readFrames } from './read-frames.ts';
import { ServerGone } from './server-gone.ts';

interface Listening {
  client: Client<Routes>;
  url: string;
  startCommand: string;
  chats: readonly ThreadId[];
  listener: Listener;
  signal: AbortSignal;
}

interface Listener {
  /** There may be more in the log. */
  onMore(): Promise<void>;
  onDelta(delta: Delta): void;
  onStepEnded(threadId: ThreadId): void;
}

/** Stays with the server's stream until the signal, also when it breaks; throws when the server stays away. */
export async function listen(listening: Listening): Promise<void> {
  const { listener, signal, url, startCommand } = listening;
  let heardAt = performance.now();
  const onHeard = () => {
    heardAt = performance.now();
  };
  while (!signal.aborted) {
    try {
      await hear(listening, onHeard);
    } catch (error) {
      if (signal.aborted) return;
      if (!isOutage(error)) throw error;
    }
    if (signal.aborted) return;
    await listener.onMore();
    if (performance.now() - heardAt > patienceMs) throw new ServerGone(url, startCommand);
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** One connection. What was committed before it stands is found in the log, so no place in the stream is kept. */
async function hear({ client, chats, listener, signal }: Listening, onHeard: () => void): Promise<void> {
  const query = { chats: chats.join(',') };
  const response = await client.openStream({ params: { workspaceId: localWorkspaceId }, query }, { signal });
  if (!response.body) return;
  let isFirst = true;
  for await (const frames of readFrames(response.body)) {
    onHeard();
    let isMore = isFirst;
    isFirst = false;
    for (const { event, data } of frames) {
      if (event === 'delta') listener.onDelta(deltaSchema.parse(JSON.parse(data)));
      if (event !== 'event') continue;
      isMore = true;
      const { type, threadId } = ofEvent.parse(JSON.parse(data));
      if (endsStep.has(type)) listener.onStepEnded(threadId);
    }
    if (isMore) await listener.onMore();
  }
}

/** A connection that can't be made, or that breaks, is a TypeError of `fetch`. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError;
}

const ofEvent = z.object({ type: z.string(), threadId: threadIdSchema });
const endsStep = new Set([
  'step.ended',
  'step.cut',
  'thread.ended',
  'thread.cancelled',
  'thread.rewound',
  'thread.recovered',
]);
const patienceMs = 3000;
const pauseMs = 250;
