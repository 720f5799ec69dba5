import type { CallState, Fact, Refusal, ThreadState, Usage } from '@retinue/protocol';
import { findCall, refuse, totalTokens } from '@retinue/protocol';
import type { Live } from '../ports/live.ts';
import { stepRefusal } from './check-budget.ts';
import { askParent, readVerdict } from './consult-request.ts';
import type { Engine } from './engine.ts';
import { headerFor } from './engine.ts';
import { listen } from './listen.ts';
import { priced, reserve } from './price-step.ts';

/**
 * A question that goes to the parent's agent first: its model is asked once, with what the parent knows and nothing to
 * use. What it can't tell, and whatever goes wrong, is passed on to a person. Until then a person may answer as well, and
 * the first answer counts. What it costs is the child's.
 */
export async function consultParent(engine: Engine, thread: ThreadState, signal: AbortSignal): Promise<void> {
  const open = thread.openCalls.find((call) => call.waitsFor === 'parent');
  const call = open && findCall(thread, open.step, open.callId);
  if (!call?.question || !thread.parent) return;
  const parent = await engine.log.thread(thread.workspaceId, thread.parent.threadId);
  const request = parent && askParent(engine.tools, parent, thread, call);
  if (!request) return settle(engine, thread, call, { answer: null, usage: null });
  const price = await engine.prices.find(thread.workspaceId, request.model);
  // What the child's budget does not allow is for a person to answer.
  if (stepRefusal(thread, reserve(thread, request, price), price))
    return settle(engine, thread, call, { answer: null, usage: null });
  const place = { step: call.step, attempt: 1, kind: 'answer', thread, epoch: thread.epoch } as const;
  const step = { ...place, reservation, price, salvages: null };
  const heard = await listen({ ...engine, live: unseen }, step, request, signal);
  const usage = priced(heard.usage, price);
  if (signal.aborted) return recordUsage(engine, thread, call, usage);
  await settle(engine, thread, call, { answer: readVerdict(heard), usage });
}

interface Consulted {
  /** Null when the parent can't tell. */
  answer: string | null;
  usage: Usage | null;
}

async function settle(engine: Engine, thread: ThreadState, call: CallState, consulted: Consulted): Promise<void> {
  const { threadId } = thread;
  const { callId, step } = call;
  const settled = await engine.log.decide(headerFor(thread, 'consult-parent'), [threadId], (view) => {
    const facts = factsOf(view.thread(threadId), call, consulted);
    return 'code' in facts ? facts : [{ threadId, guard: { callOpen: callId }, facts }];
  });
  if (settled.refusal && consulted.usage) await recordUsage(engine, thread, { callId, step }, consulted.usage);
}

function factsOf(
  thread: ThreadState | null,
  { callId, step }: CallState,
  { answer, usage }: Consulted,
): Fact[] | Refusal {
  const question = thread && findCall(thread, step, callId)?.question;
  if (question?.status !== 'open' || question.audience !== 'parent') return refuse('question-closed', callId);
  const place = { callId, step, questionId: question.questionId };
  if (answer === null) return [{ type: 'question.passed', data: { ...place, usage: usage ?? nothing } }];
  const output = { value: answer, bytes: Buffer.byteLength(answer), blob: null };
  return [
    { type: 'question.answered', data: { ...place, answer, by: 'parent', usage: usage ?? nothing } },
    { type: 'call.ended', data: { callId, step, status: 'done', output, error: null } },
  ];
}

/** Somebody else was first, or the process stops: what was said comes to nothing, and has its price all the same. */
async function recordUsage(
  engine: Engine,
  thread: ThreadState,
  { step }: Pick<CallState, 'callId' | 'step'>,
  usage: Usage,
): Promise<void> {
  if (totalTokens(usage) === 0) return;
  await engine.log.append(headerFor(thread, 'record-late'), [
    {
      threadId: thread.threadId,
      guard: 'exists',
      facts: [{ type: 'usage.recorded', data: { step, attempt: 1, usage } }],
    },
  ]);
}

const reservation = { tokens: 0 };
const nothing: Usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };

/** Nobody watches what the parent says here: it is the child's question, and only the answer counts. */
const unseen: Live = {
  publish: () => {},
  forget: () => {},
  draft: () => null,
  subscribe: () => ({ [Symbol.dispose]: () => {} }),
};
