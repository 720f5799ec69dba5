import type { CallState, Item, MessageItem, Part, StepItem, ThreadState } from '@retinue/protocol';
import { findTask, isCompaction } from '@retinue/protocol';
import { frameRules } from '../../ports/engine/frames.ts';
import type {
  AssistantPart,
  Json,
  MessageSubject,
  ModelRequest,
  PromptMessage,
  ToolResult,
} from '../../ports/engine/model.ts';
import type { Tools } from '../../ports/engine/tool.ts';
import { failedCall, reasonForModel } from '../../prompts/reasons/reason-for-model.ts';
import { contractMessages } from '../calls/result-contract.ts';
import type { PlannedStep } from '../step/plan-step.ts';
import { isBlank } from '../step/plan-step.ts';
import { frameMessage, frameResult, isFramed } from './frame-items.ts';
import { offersFor } from './offers.ts';
import { openingOf, recentItems } from './remember.ts';
import { wellFormed } from './well-formed.ts';

/** The request to the model: a pure function of the thread's events so far and of the kind of step. */
export function buildRequest(tools: Tools, thread: ThreadState, planned: PlannedStep): ModelRequest {
  const { agent, threadId } = thread;
  const messages = [...openingOf(thread), ...recentItems(thread).flatMap((item) => sayItem(thread, item))];
  if (planned.kind === 'wrap-up') messages.push({ role: 'user', text: wrapUpMessage });
  if (planned.kind === 'repair')
    messages.push({
      role: 'user',
      text: reasonForModel({ code: 'result-refused', problem: thread.turnStats.resultProblem ?? [] }),
    });
  return {
    model: agent.model,
    sampling: agent.sampling,
    system: systemOf(thread),
    messages,
    tools: offersFor(tools, thread),
    toolChoice: planned.kind === 'wrap-up' ? 'none' : 'auto',
    place: { threadId, agentId: agent.agentId, ...planned },
  };
}

/** Four characters are about a token: accurate enough to reserve tokens before the provider counts. */
export function estimateTokens({ system, messages }: ModelRequest): number {
  const characters = messages.reduce((sum, message) => sum + lengthOf(message), system.length);
  return Math.ceil(characters / charactersPerToken);
}

export const charactersPerToken = 4;

const wrapUpMessage =
  'You ended without saying anything. Write now, in plain text and without tools, the result of your work: what you found, and what is missing.';

function systemOf(thread: ThreadState): string {
  const last = thread.items.findLast((item) => item.type === 'message' && item.from === 'system');
  const told = last?.type === 'message' ? [last.text.toWellFormed()] : [];
  const framed = recentItems(thread).some(isFramed) ? [frameRules] : [];
  return [...told, ...contractMessages(thread), ...framed].join('\n\n');
}

export function sayItem(thread: ThreadState, item: Item): PromptMessage[] {
  return item.type === 'message' ? sayMessage(thread, item) : sayStep(thread, item);
}

function sayMessage(thread: ThreadState, item: MessageItem): PromptMessage[] {
  if (item.from === 'system') return [];
  const message: PromptMessage = { role: 'user', text: frameMessage(thread, item) };
  const about = subjectOf(thread, item);
  return [about ? { ...message, about } : message];
}

function subjectOf(thread: ThreadState, { from, taskId }: MessageItem): MessageSubject | null {
  const task = from === 'task' && taskId !== null ? findTask(thread, taskId)?.task : null;
  if (!task?.outcome) return null;
  const { status, result } = task.outcome;
  return { type: 'task-ended', title: task.title, attempt: task.attempt, status, result };
}

/**
 * A step that will be retried has no text here; a final cut has the text that a person has seen. Providers refuse a
 * message without text and calls, so a blank step is left out too.
 */
function sayStep({ agent }: ThreadState, step: StepItem): PromptMessage[] {
  if (step.cut?.final === false || isCompaction(step) || isBlank(step)) return [];
  const isOwn = step.model.provider === agent.model.provider && step.model.id === agent.model.id;
  const parts = step.parts.flatMap((part) => assistantPart(isOwn ? part : portable(part), step.calls));
  const said: PromptMessage = { role: 'assistant', parts };
  return step.calls.length === 0 ? [said] : [said, { role: 'tool', results: step.calls.map(resultOf) }];
}

/** Only the model that wrote a step can read its reasoning and what came with its parts. */
function portable(part: Part): Part {
  const { provider: _own, ...plain } = part;
  return plain.type === 'reasoning' ? { type: 'text', text: '' } : plain;
}

function assistantPart(part: Part, calls: readonly CallState[]): AssistantPart[] {
  const own = part.provider === undefined ? {} : { provider: part.provider };
  if (part.type !== 'call') {
    const isEmpty = part.type === 'text' && part.text.trim() === '' && part.provider === undefined;
    return isEmpty ? [] : [{ type: part.type, text: part.text.toWellFormed(), ...own }];
  }
  const call = calls.find((candidate) => candidate.callId === part.callId);
  if (!call) return [];
  const { callId, name, args } = call;
  return [{ type: 'call', callId, name: sayName(name), args: wellFormed(sayArgs(args)), ...own }];
}

/** A model may call a name that no tool can have; a provider that gets such a name refuses the whole prompt. */
function sayName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || '_';
}

/** The same holds for arguments that are no object. */
function sayArgs(args: Json): Json {
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? args : { malformed: args };
}

/** Providers refuse a call without a result, so a call that never got one has a text that says so. */
function resultOf(call: CallState): ToolResult {
  const { callId, status } = call;
  const name = sayName(call.name);
  const isDone = status === 'done';
  const value = isDone ? (stoppedLater(call) ?? call.output?.value ?? null) : failureOf(call);
  const canceled = status === 'cancelled' && !call.output ? ({ canceled: true } as const) : {};
  return { callId, name, value: wellFormed(frameResult(call, value)), failed: !isDone, ...canceled };
}

/**
 * A background task that ended together with its parent: no notice reported it, and its call still says that it runs.
 */
function stoppedLater({ tasks }: CallState): Json {
  const last = tasks.at(-1);
  if (!last?.isBackground || last.outcome?.status !== 'cancelled') return null;
  return {
    taskId: last.taskId,
    status: 'cancelled',
    reason: last.outcome.reason && reasonForModel(last.outcome.reason),
  };
}

function failureOf(call: CallState): Json {
  if (call.output) return call.output.value;
  return failedCall(call.status, call.error);
}

export function lengthOf(message: PromptMessage): number {
  if (message.role === 'user') return message.text.length;
  if (message.role === 'tool') return message.results.reduce((sum, { value }) => sum + sizeOf(value), 0);
  return message.parts.reduce((sum, part) => sum + (part.type === 'call' ? sizeOf(part.args) : part.text.length), 0);
}

export function sizeOf(value: Json): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
