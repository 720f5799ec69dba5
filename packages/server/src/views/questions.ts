import type { CallState, Question, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import { findCall } from '@retinue/protocol';
import { argsHashOf } from '../ports/engine/args-hash.ts';
import type { QuestionRow } from '../ports/log/read-models.ts';
import { callsOf } from './tasks.ts';

/** Every question of a tree, from any depth, in the order in which they were asked. */
export function questionsOf({ threads }: TreeState): Question[] {
  return Object.values(threads)
    .flatMap((thread) => callsOf(thread).map((call) => ({ thread, call })))
    .sort((left, right) => positionOf(left.call) - positionOf(right.call))
    .flatMap(({ thread, call }) => {
      const line = lineOf(thread, (threadId) => threads[threadId] ?? null);
      return toQuestion(line, thread, call) ?? [];
    });
}

function positionOf({ question }: CallState): number {
  return question?.askedPosition ?? 0;
}

/**
 * Open questions with all that a person needs to decide on them, without those that are still with the parent's agent.
 */
export async function describeQuestions(
  rows: readonly QuestionRow[],
  threadOf: (threadId: ThreadId) => Promise<ThreadState | null>,
): Promise<Question[]> {
  const described = await Promise.all(rows.map((row) => describe(row, threadOf)));
  return described.filter((question) => question?.status === 'open' && question.audience === 'person') as Question[];
}

async function describe(
  { threadId, step, callId }: QuestionRow,
  threadOf: (threadId: ThreadId) => Promise<ThreadState | null>,
): Promise<Question | null> {
  const line: ThreadState[] = [];
  // Stored links may lead back.
  for (let at = await threadOf(threadId); at && !line.includes(at); at = await parentOf(at, threadOf)) line.unshift(at);
  const thread = line.at(-1);
  const call = thread && findCall(thread, step, callId);
  return call ? toQuestion(line, thread, call) : null;
}

function parentOf<Found>({ parent }: ThreadState, threadOf: (threadId: ThreadId) => Found): Found | null {
  return parent && threadOf(parent.threadId);
}

function lineOf(thread: ThreadState, threadOf: (threadId: ThreadId) => ThreadState | null): ThreadState[] {
  const line: ThreadState[] = [];
  for (let at: ThreadState | null = thread; at && !line.includes(at); at = parentOf(at, threadOf)) line.unshift(at);
  return line;
}

function toQuestion(line: readonly ThreadState[], thread: ThreadState, call: CallState): Question | null {
  if (!call.question) return null;
  const { answeredAt: _at, answerer: _answerer, consulted: _guess, ...question } = call.question;
  const { name: toolName, args } = call;
  return {
    ...question,
    chatId: thread.rootId,
    threadId: thread.threadId,
    toolCallId: call.callId,
    approval: question.kind === 'approval' ? { toolName, args, argsHash: argsHashOf(call) } : null,
    path: line.map(({ threadId, agent, title }) => ({ threadId, agentName: agent.name, title })),
  };
}
