import type { CallId, IdMaker } from '@retinue/protocol';
import { defaultLimits } from '@retinue/protocol';
import type { Retinue } from '../../packages/server/src/main.ts';
import type { Entry } from '../../packages/server/src/ports/log/event-log.ts';
import { openRoot } from '../../packages/server/src/transitions/open-thread.ts';
import { lookUp } from '../delegation/workload.ts';
import { resolvedAgent } from '../stores/chat-store.ts';
import { append } from '../stores/open-store.ts';
import { Pen } from '../stores/pen.ts';

export interface Work {
  /** Each from its own thread, in one turn of the event loop, and so in one transaction. */
  appendsAtOnce: number;
  waves: number;
}

export async function openThreads(retinue: Retinue, count: number): Promise<Pen[]> {
  const leader = await resolvedAgent(retinue, 'researcher');
  const pens = Array.from({ length: count }, () => new Pen(retinue.ids.thread(), retinue.ids));
  const opening = (pen: Pen) => openRoot(pen.threadId, leader, defaultLimits, 'A chat', retinue.ids.message());
  await append(
    retinue,
    pens.flatMap((pen) => [pen.entry(opening(pen), 'new'), pen.message('How did the towns do?')]),
  );
  return pens;
}

/** Appends of a tool round, repeated: start a step, end it with a call, start the call, end it. */
export function wavesFor(pens: readonly Pen[], ids: IdMaker, count: number): ((retinue: Retinue) => Promise<void>)[][] {
  const calls = new Map<Pen, CallId>();
  return Array.from({ length: count }, (_, wave) =>
    pens.map((pen) => {
      const entry = entryOf(pen, calls, ids, wave);
      return (retinue: Retinue) => append(retinue, [entry]);
    }),
  );
}

function entryOf(pen: Pen, calls: Map<Pen, CallId>, ids: IdMaker, wave: number): Entry {
  const callId = calls.get(pen) ?? ids.call();
  const args = { town: `Bad Salzungen ${wave}`, year: 2000 };
  switch (wave % 4) {
    case 0:
      return pen.startStep();
    case 1:
      calls.set(pen, callId);
      return pen.endStep(spoken, [callId], [pen.requestCall(callId, 'lookup', args)]);
    case 2:
      return pen.startCall(callId);
    default:
      calls.delete(pen);
      return pen.endCall(callId, lookUp(args));
  }
}

const spoken = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ');
