import type {
  CallId,
  CallState,
  Reason,
  StepItem,
  TaskState,
  ThreadId,
  ThreadState,
  TreeState,
  Usage,
} from '@retinue/protocol';
import {
  isCompaction,
  partsText,
  reasonText,
  scopeToTask,
  taskIdOf,
  taskStatus,
  totalTokens,
  usageOfTask,
} from '@retinue/protocol';
import type { Json } from '../../ports/engine/model.ts';
import { cleanJson } from './clean-json.ts';
import { finishReasonOf } from './finish-reason.ts';
import type { AgentPart, AgentReport, ReportedCall, ReportedStep, ReportedUsage } from './ui-message.ts';

export const delegatingTool = 'newTask';

/** Set while the call is being written. The part keeps its id when the task opens. */
export function preparingPart(callId: CallId): AgentPart {
  const taskId = taskIdOf(callId, 1);
  return { type: 'data-tool-agent', id: taskId, data: { ...blankReport, taskId } };
}

/** Rebuilt only if the call or a thread below it has changed: a token of a child changes neither. */
export function agentPartOf(tree: TreeState, call: CallState): AgentPart {
  const below = threadsBelow(tree, call);
  const known = parts.get(call);
  if (known && isSameList(known.below, below)) return known.part;
  const part: AgentPart = { type: 'data-tool-agent', id: taskIdOf(call.callId, 1), data: reportOnCall(tree, call) };
  parts.set(call, { below, part });
  return part;
}

const parts = new WeakMap<CallState, { below: ThreadState[]; part: AgentPart }>();

function reportOnCall(tree: TreeState, call: CallState): AgentReport {
  const attempts = call.tasks.map((task) => reportOnTask(tree, task));
  const last = attempts.pop();
  if (!last) return reportOnRefusal(call);
  return attempts.length > 0 ? { ...last, earlier: attempts } : last;
}

/** A call that opened no task: its request was not possible. */
function reportOnRefusal(call: CallState): AgentReport {
  const taskId = taskIdOf(call.callId, 1);
  if (call.endedAt === null) return { ...blankReport, taskId };
  const status = call.status === 'cancelled' ? 'cancelled' : 'failed';
  return { ...blankReport, taskId, status, ...problemOf(call.error ?? { code: 'tool-failed' }) };
}

function reportOnTask(tree: TreeState, task: TaskState): AgentReport {
  const child = tree.threads[task.childThreadId] ?? null;
  const status = taskStatus(task, child);
  const steps = child ? stepsOf(scopeToTask(child, task.taskId)) : [];
  const calls = steps.flatMap((step) => step.calls);
  const last = steps.findLast((step) => step.finishReason !== null);
  const reason = task.outcome?.reason ?? null;
  return {
    id: child?.agent.name ?? task.agentId,
    agentId: task.agentId,
    taskId: task.taskId,
    threadId: task.childThreadId,
    title: task.title,
    instruction: task.instruction,
    status: status === 'success' ? 'finished' : status,
    text: task.outcome?.result ?? (last ? textOf(last) : ''),
    toolCalls: calls.map(describeCall),
    toolResults: calls
      .filter((call) => call.endedAt !== null)
      .map((call) => ({ ...describeCall(call), result: resultOf(call) })),
    steps: steps.map(reportOnStep),
    finishReason: last?.finishReason ? finishReasonOf(last.finishReason) : null,
    usage: countUsage(usageOfTask(tree.threads, task)),
    attempt: task.attempt,
    ...(reason === null ? {} : problemOf(reason)),
    ...questionOf(calls),
    children: calls.filter((call) => call.name === delegatingTool).map((call) => agentPartOf(tree, call).data),
  };
}

function questionOf(calls: readonly CallState[]): Pick<AgentReport, 'question'> {
  const question = calls.find((call) => call.question?.status === 'open')?.question;
  if (!question) return {};
  const { questionId, text, options } = question;
  return { question: { questionId, text, options } };
}

function reportOnStep(step: StepItem): ReportedStep {
  return {
    step: step.step,
    text: textOf(step),
    toolCallIds: step.calls.map(({ callId }) => callId),
    finishReason: step.finishReason && finishReasonOf(step.finishReason),
    usage: countUsage(step.usage),
  };
}

function describeCall({ callId, name, args }: CallState): ReportedCall {
  return { toolCallId: callId, toolName: name, args: cleanJson(args) };
}

/** A failed call has a result too: without one it would look as if it still ran. */
function resultOf({ status, output, error }: CallState): Json {
  if (status === 'done') return cleanJson(output?.value ?? null);
  return { status, error: error && reasonText(error) };
}

function problemOf(reason: Reason): { error: string; reason: Reason } {
  return { error: reasonText(reason), reason };
}

function stepsOf(thread: ThreadState): StepItem[] {
  return thread.items.flatMap((item) => (item.type === 'step' && !isCompaction(item) ? [item] : []));
}

function textOf(step: StepItem): string {
  return partsText(step.parts);
}

function countUsage(usage: Usage): ReportedUsage {
  const { inputTokens, outputTokens } = usage;
  return { inputTokens, outputTokens, totalTokens: totalTokens(usage) };
}

function threadsBelow(tree: TreeState, call: CallState): ThreadState[] {
  return call.tasks.flatMap(({ childThreadId }) => withDescendants(tree, childThreadId));
}

function descendants(tree: TreeState, thread: ThreadState): ThreadState[] {
  return childrenOf(thread).flatMap((childThreadId) => withDescendants(tree, childThreadId));
}

function withDescendants(tree: TreeState, threadId: ThreadId): ThreadState[] {
  const thread = tree.threads[threadId];
  return thread ? [thread, ...descendants(tree, thread)] : [];
}

function childrenOf(thread: ThreadState): ThreadId[] {
  const known = children.get(thread);
  if (known) return known;
  const found = stepsOf(thread).flatMap((step) =>
    step.calls.flatMap((call) => call.tasks.map(({ childThreadId }) => childThreadId)),
  );
  const distinct = [...new Set(found)];
  children.set(thread, distinct);
  return distinct;
}

const children = new WeakMap<ThreadState, ThreadId[]>();

function isSameList(left: readonly ThreadState[], right: readonly ThreadState[]): boolean {
  return left.length === right.length && left.every((thread, index) => thread === right[index]);
}

const blankReport: Omit<AgentReport, 'taskId'> = {
  id: '',
  agentId: null,
  threadId: null,
  title: '',
  instruction: '',
  status: 'preparing',
  text: '',
  toolCalls: [],
  toolResults: [],
  steps: [],
  finishReason: null,
  usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  attempt: 1,
  children: [],
};
