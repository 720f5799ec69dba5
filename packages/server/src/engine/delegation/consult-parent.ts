import type { CallState, Fact, QuestionState, Refusal, ThreadState, Usage } from '@retinue/protocol';
import { findCall, isRefusal, noUsage, refuse } from '@retinue/protocol';
import type { Live } from '../../ports/engine/live.ts';
import { currentTask } from '../../transitions/current-task.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { allowStep, boundOutput } from '../limits/check-budget.ts';
import { priced, promptTokens, reserve } from '../limits/price-step.ts';
import { AwakeTime } from '../step/awake-time.ts';
import type { Reservation } from '../step/step.ts';
import { streamModel } from '../step/stream/stream-model.ts';
import { askParent, readVerdict } from './consult-request.ts';

/**
 * A question that goes to the parent's agent first: its model is asked once, with the parent's context and without
 * tools. If it has no answer, or anything fails, a person is asked. Until then a person may answer as well, and the
 * first answer counts. The child pays the cost.
 */
export async function consultParent(engine: Engine, thread: ThreadState, signal: AbortSignal): Promise<void> {
  const open = thread.openCalls.find((call) => call.waitsFor === 'parent');
  const call = open && findCall(thread, open.step, open.callId);
  if (!call?.question || !thread.parent) return;
  const parent = await engine.log.thread(thread.workspaceId, thread.parent.threadId);
  const asked = parent && askParent(engine.tools, parent, thread, call);
  if (!asked) return settle(engine, thread, call, { answer: null, usage: null });
  const price = await engine.prices.find(thread.workspaceId, asked.model);
  const room = allowStep(thread, asked, promptTokens(asked), price);
  // A person answers when the child's budget does not allow the request.
  if ('refusal' in room) return settle(engine, thread, call, { answer: null, usage: null });
  const request = boundOutput(asked, room.outputBound);
  const reservation = reserve(thread, request, price);
  if (!(await begin(engine, thread, call, reservation))) return;
  const place = { step: call.step, attempt: 1, kind: 'answer', thread, epoch: thread.epoch } as const;
  const step = { ...place, ...room, reservation, price, offers: [], limit: null };
  using time = new AwakeTime(engine.clock);
  const reply = await streamModel({ ...engine, live: unseen }, step, request, { signal, time });
  const usage = priced(reply.usage, price);
  if (signal.aborted) return recordUsage(engine, thread, call, usage);
  await settle(engine, thread, call, { answer: readVerdict(reply), usage });
}

/** The request is recorded before it is made: its cost counts, however the process ends. */
async function begin(engine: Engine, thread: ThreadState, call: CallState, reservation: Reservation): Promise<boolean> {
  const { threadId, epoch } = thread;
  const { callId, step } = call;
  const begun = await engine.log.decide(headerFor(thread, 'ask-parent'), [threadId, thread.rootId], (view) => {
    const stopped = refuseStopped(view, thread);
    if (stopped) return stopped;
    const question = openQuestion(view.thread(threadId), call);
    if (!question) return refuse('question-closed', { questionId: callId });
    const data = { callId, step, questionId: question.questionId, reservation };
    return [{ threadId, guard: { epoch }, facts: [{ type: 'question.consulted', data }] }];
  });
  return !isRefusal(begun);
}

function openQuestion(thread: ThreadState | null, { callId, step }: CallState): QuestionState | null {
  const question = thread && findCall(thread, step, callId)?.question;
  return question?.status === 'open' && question.audience === 'parent' ? question : null;
}

interface Consulted {
  /** Null when the parent has no answer. */
  answer: string | null;
  /** Null when it was not asked. */
  usage: Usage | null;
}

async function settle(engine: Engine, thread: ThreadState, call: CallState, consulted: Consulted): Promise<void> {
  const { threadId } = thread;
  const { callId, step } = call;
  const settled = await engine.log.decide(headerFor(thread, 'consult-parent'), [threadId], (view) => {
    const facts = factsOf(view.thread(threadId), call, consulted);
    return 'code' in facts ? facts : [{ threadId, guard: { callOpen: callId }, facts }];
  });
  if (isRefusal(settled) && consulted.usage) await recordUsage(engine, thread, { callId, step }, consulted.usage);
}

function factsOf(thread: ThreadState | null, call: CallState, { answer, usage: told }: Consulted): Fact[] | Refusal {
  const { callId, step } = call;
  const question = openQuestion(thread, call);
  if (!thread || !question) return refuse('question-closed', { questionId: callId });
  const place = { callId, step, questionId: question.questionId };
  // A reply that was lost counts as its reservation.
  const usage = told ?? question.consulted ?? noUsage;
  if (answer === null) return [{ type: 'question.passed', data: { ...place, usage, ...currentTask(thread) } }];
  const output = { value: answer, bytes: Buffer.byteLength(answer), blob: null };
  return [
    { type: 'question.answered', data: { ...place, answer, by: 'parent', usage } },
    { type: 'call.ended', data: { callId, step, status: 'done', output, error: null } },
  ];
}

/** Records the cost of a reply that came too late or was interrupted. */
async function recordUsage(
  engine: Engine,
  thread: ThreadState,
  { callId, step }: Pick<CallState, 'callId' | 'step'>,
  usage: Usage,
): Promise<void> {
  // The reservation already counts for an unknown cost.
  if (usage.estimatedTokens > 0) return;
  await engine.log.append(headerFor(thread, 'record-late'), [
    {
      threadId: thread.threadId,
      guard: 'exists',
      facts: [{ type: 'usage.recorded', data: { step, attempt: 1, usage, callId } }],
    },
  ]);
}

/** Publishes nothing: the parent's reply is no part of its conversation. */
const unseen: Live = {
  publish: () => {},
  forget: () => {},
  draft: () => null,
  subscribe: () => ({ [Symbol.dispose]: () => {} }),
};
