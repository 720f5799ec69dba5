import type { ThreadState } from '@retinue/protocol';
import { owes, refuse } from '@retinue/protocol';
import { endEntries } from '../../transitions/end-thread.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { endingAtLimit } from '../step/ending-of.ts';
import type { ReachedLimit } from '../step/step.ts';
import { partialWork } from './partial-work.ts';
import { reachedLimit } from './reached-limit.ts';

/** Ends a thread that has reached a limit, with everything below it, and reports the limit to its parent. */
export async function failThread(engine: Engine, thread: ThreadState, limit: ReachedLimit): Promise<void> {
  const { threadId, parent } = thread;
  const threads = parent ? [threadId, parent.threadId] : [threadId];
  await engine.log.decide(headerFor(thread, 'end-thread'), threads, (view) => {
    const now = view.thread(threadId);
    // An end raises no epoch: another worker may have ended the thread, and a message may have started its next turn.
    const isSame = now?.seq === thread.seq;
    if (now?.epoch !== thread.epoch || !owes(now) || !(isSame || reachedLimit(now)))
      return refuse('stale-epoch', { threadId });
    const held = refuseStopped(view, now);
    if (held) return held;
    return endEntries(now, view, {
      guard: { epoch: thread.epoch },
      facts: [],
      workMs: view.workedMs(now),
      ending: endingAtLimit(partialWork(now), limit),
      isPartial: true,
      messageId: engine.ids.message(),
      draftOf: (id) => engine.live.draft(id),
    });
  });
}
