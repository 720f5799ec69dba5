import type { CallState, MessageId, Task, TaskNode, ThreadNode, ThreadState, TreeState } from '@retinue/protocol';
import { noUsage, reasonText, viewTree } from '@retinue/protocol';

/**
 * Every delegation of a tree, from the root down, and the tools that the chat itself used; oldest first. Those of one step,
 * which begin at the same moment, are in the order of their calls.
 */
export function taskViews(tree: TreeState): Task[] {
  const root = viewTree(tree);
  if (!root) return [];
  const triggers = triggersOf(root.thread);
  const delegated = Map.groupBy(root.tasks, ({ call }) => call.callId);
  const own = Map.groupBy(ownCalls(root.thread, triggers), ({ callId }) => callId);
  const inCallOrder = callsOf(root.thread).flatMap(({ callId }) => [
    ...delegations(tree, { ...root, tasks: delegated.get(callId) ?? [] }, null, triggers),
    ...(own.get(callId) ?? []),
  ]);
  return inCallOrder.sort((left, right) => left.createdAt - right.createdAt);
}

function delegations(
  tree: TreeState,
  { thread, tasks }: ThreadNode,
  inherited: MessageId | null,
  triggers = triggersOf(thread),
): Task[] {
  return tasks.flatMap((node) => {
    const trigger = inherited ?? triggers.get(node.call.step) ?? null;
    const below = node.child ? delegations(tree, node.child, trigger) : [];
    return [toTask(tree, thread, node, trigger), ...below];
  });
}

function toTask(tree: TreeState, thread: ThreadState, node: TaskNode, triggerMessageId: MessageId | null): Task {
  const { task, call, status, queuePlace, child } = node;
  return {
    taskId: task.taskId,
    chatId: tree.rootId,
    type: 'agent',
    name: `agent:${task.agentId.replace(/^agt_/, '')}`,
    title: task.title,
    instruction: task.instruction,
    status,
    queuePlace,
    result: task.outcome?.result ?? null,
    reason: task.outcome?.reason ?? null,
    message: task.outcome?.reason ? reasonText(task.outcome.reason) : null,
    callId: call.callId,
    threadId: thread.threadId,
    subAgentThreadId: task.childThreadId,
    attempt: task.attempt,
    retryOf: task.retryOf,
    reactivates: task.reactivates,
    isBackground: task.isBackground,
    contextMode: task.context ? 'given' : 'fresh',
    context: task.context,
    triggerMessageId,
    usage: child?.usage ?? task.outcome?.usage ?? noUsage,
    createdAt: task.openedAt,
    endedAt: task.endedAt,
  };
}

function ownCalls(thread: ThreadState, triggers: ReadonlyMap<number, MessageId>): Task[] {
  return callsOf(thread)
    .filter((call) => call.tasks.length === 0)
    .map((call) => ({
      taskId: call.callId,
      chatId: thread.rootId,
      type: 'tool',
      name: `tool:${call.name}`,
      title: call.name,
      instruction: JSON.stringify(call.args),
      status: call.question?.status === 'open' ? 'waiting' : statuses[call.status],
      queuePlace: null,
      result: call.output ? textOf(call.output.value) : null,
      reason: call.error,
      message: call.error && reasonText(call.error),
      callId: call.callId,
      threadId: thread.threadId,
      subAgentThreadId: null,
      attempt: Math.max(1, call.attempt),
      retryOf: null,
      reactivates: null,
      isBackground: false,
      contextMode: 'fresh',
      context: null,
      triggerMessageId: triggers.get(call.step) ?? null,
      usage: noUsage,
      createdAt: call.requestedAt,
      endedAt: call.endedAt,
    }));
}

const statuses = {
  requested: 'pending',
  running: 'running',
  done: 'success',
  failed: 'failed',
  interrupted: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<CallState['status'], Task['status']>;

export function callsOf(thread: ThreadState): CallState[] {
  return thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
}

/** For each step, the last message of a person before it. */
function triggersOf(thread: ThreadState): Map<number, MessageId> {
  const triggers = new Map<number, MessageId>();
  let last: MessageId | null = null;
  for (const item of thread.items) {
    if (item.type === 'message' && item.from === 'person') last = item.messageId;
    if (item.type === 'step' && last) triggers.set(item.step, last);
  }
  return triggers;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
