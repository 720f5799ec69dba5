import type { Fact, ThreadState } from '@retinue/protocol';
import { estimateTokens } from './build-request.ts';
import { cutStep } from './cut-step.ts';
import { endStep } from './end-step.ts';
import type { Engine } from './engine.ts';
import { headerFor } from './engine.ts';
import { listen } from './listen.ts';
import { planRequest } from './plan-request.ts';

/**
 * One step of one thread. The prompt is a pure function of the events up to `seenSeq`; what comes in later is placed
 * after this step. Between the two appends nothing is held but the stream: whoever raises the thread's epoch meanwhile
 * (a stop, a takeover) makes the second one come to nothing.
 */
export async function takeStep(engine: Engine, thread: ThreadState, signal: AbortSignal): Promise<void> {
  const { planned, request } = planRequest(engine.tools, thread);
  const reservation = { tokens: estimateTokens(request) };
  const begin: Fact = {
    type: 'step.started',
    data: { ...planned, seenSeq: thread.seq, agentVersion: thread.agent.version, reservation },
  };
  const started = await engine.log.append(headerFor(thread, 'start-step'), [
    { threadId: thread.threadId, guard: { epoch: thread.epoch }, facts: [begin] },
  ]);
  if (started.refusal) return;

  const step = { ...planned, thread, epoch: thread.epoch + 1, reservation };
  const heard = await listen(engine, step, request, signal);
  if (heard.cut) await cutStep(engine, step, heard, heard.cut);
  else await endStep(engine, step, heard);
  engine.live.forget(thread.threadId);
}
