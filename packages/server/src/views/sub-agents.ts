import type { SubAgent, ThreadState, ToolCall, TreeState } from '@retinue/protocol';
import { reasonText, tasksServed } from '@retinue/protocol';
import { callsOf } from './tasks.ts';

/** Every child thread of a tree, in the order in which they were opened. */
export function subAgentsOf(tree: TreeState): SubAgent[] {
  return Object.values(tree.threads)
    .sort((left, right) => left.openedPosition - right.openedPosition)
    .flatMap((thread) => toSubAgent(thread) ?? []);
}

export function toSubAgent(thread: ThreadState): SubAgent | null {
  if (!thread.parent) return null;
  const { agent, outcome } = thread;
  return {
    threadId: thread.threadId,
    chatId: thread.rootId,
    parentThreadId: thread.parent.threadId,
    taskId: thread.parent.taskId,
    taskIds: tasksServed(thread),
    role: agent.name,
    agentId: agent.agentId,
    badge: agent.badge,
    status: thread.status,
    reason: outcome?.reason ?? null,
    summary: outcome ? shortened(outcome.reason ? reasonText(outcome.reason) : outcome.result) : null,
    depth: thread.depth,
    steps: thread.steps,
    usage: thread.usage,
    createdAt: thread.openedAt,
    updatedAt: thread.updatedAt,
  };
}

export function toolCallsOf(thread: ThreadState): ToolCall[] {
  return callsOf(thread).map((call) => ({
    toolCallId: call.callId,
    threadId: thread.threadId,
    step: call.step,
    toolName: call.name,
    args: call.args,
    effect: call.effect,
    status: call.status,
    result: call.output?.value ?? null,
    resultHash: call.output?.blob ?? null,
    error: call.error && reasonText(call.error),
    reason: call.error,
    attempt: call.attempt,
    taskId: call.tasks.at(-1)?.taskId ?? null,
    createdAt: call.requestedAt,
    startedAt: call.startedAt,
    endedAt: call.endedAt,
  }));
}

function shortened(text: string): string {
  return text.length <= maxSummaryLength ? text : `${text.slice(0, maxSummaryLength - 1)}…`;
}

const maxSummaryLength = 280;
