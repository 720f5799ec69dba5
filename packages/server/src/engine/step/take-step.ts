import type { Fact, Reason, ThreadState } from '@retinue/protocol';
import { isCompaction, isRefusal } from '@retinue/protocol';
import type { ModelRequest } from '../../ports/engine/model.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { allowStep, boundOutput } from '../limits/check-budget.ts';
import { countedPromptTokens, priced, promptTokens, reserve } from '../limits/price-step.ts';
import { planRequest } from '../prompt/plan-request.ts';
import { AwakeTime } from './awake-time.ts';
import { cutStep } from './cut-step.ts';
import { endStep } from './end-step.ts';
import type { StepUnderWay } from './step.ts';
import { streamModel } from './stream/stream-model.ts';

/** The next step of a thread, or why its budget does not allow one. */
export async function takeStep(engine: Engine, thread: ThreadState, signal: AbortSignal): Promise<Reason | null> {
  const { planned, request: asked } = planRequest(engine.tools, thread);
  const price = await engine.prices.find(thread.workspaceId, thread.agent.model);
  const inputTokens = isCompaction(planned) ? promptTokens(asked) : countedPromptTokens(thread, asked);
  const room = allowStep(thread, asked, inputTokens, price);
  if ('refusal' in room) return room.refusal;
  const request = boundOutput(asked, room.outputBound);
  const reservation = reserve(thread, request, price, inputTokens);
  const offers = request.tools;
  await performStep(engine, { ...planned, ...room, thread, request, offers, reservation, price, limit: null }, signal);
  return null;
}

/**
 * One step of one thread. The prompt is a pure function of the events up to `seenSeq`; later input is placed after this
 * step. Between the two appends only the stream is open. A stop or a takeover raises the thread's epoch meanwhile, and
 * the second append is refused.
 */
export async function performStep(
  engine: Engine,
  { request, ...prepared }: Omit<StepUnderWay, 'epoch'> & { request: ModelRequest },
  signal: AbortSignal,
): Promise<void> {
  const { thread, step, attempt, kind, reservation } = prepared;
  const begin: Fact = {
    type: 'step.started',
    data: { step, attempt, kind, seenSeq: thread.seq, agentVersion: thread.agent.version, reservation },
  };
  const { threadId, rootId, epoch } = thread;
  const started = await engine.log.decide(
    headerFor(thread, 'start-step'),
    [threadId, rootId],
    (view) => refuseStopped(view, thread) ?? [{ threadId, guard: { epoch }, facts: [begin] }],
  );
  if (isRefusal(started)) return;

  const underWay = { ...prepared, epoch: thread.epoch + 1 };
  using time = new AwakeTime(engine.clock);
  const streamed = await streamModel(engine, underWay, request, { signal, time });
  const reply = { ...streamed, usage: priced(streamed.usage, prepared.price) };
  if (reply.cut) await cutStep(engine, underWay, reply, reply.cut);
  else await endStep(engine, underWay, reply);
  engine.live.forget(thread.threadId);
}
