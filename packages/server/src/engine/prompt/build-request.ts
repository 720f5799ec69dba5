import type { CallState, Item, MessageItem, StepItem, ThreadState } from '@retinue/protocol';
import { isCompaction } from '@retinue/protocol';
import { frameRules } from '../../ports/frames.ts';
import type { AssistantPart, Json, ModelRequest, PromptMessage, ToolResult } from '../../ports/model.ts';
import type { Tools } from '../../ports/tool.ts';
import { contractMessages, repairMessage } from '../calls/result-contract.ts';
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
  if (planned.kind === 'repair') messages.push({ role: 'user', text: repairMessage(thread.turnStats.resultProblem) });
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

/** Four characters are about a token: good enough to set tokens aside before the provider counts. */
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
  return item.type === 'message' ? sayMessage(thread, item) : sayStep(item);
}

function sayMessage(thread: ThreadState, item: MessageItem): PromptMessage[] {
  return item.from === 'system' ? [] : [{ role: 'user', text: frameMessage(thread, item) }];
}

/**
 * A step that is to be tried again says nothing; one that was cut for good says what a person has seen of it. Providers
 * refuse a message without words and without calls, so a blank step says nothing either.
 */
function sayStep(step: StepItem): PromptMessage[] {
  if (step.cut?.final === false || isCompaction(step) || isBlank(step)) return [];
  const parts = step.parts.flatMap((part) => assistantPart(part, step.calls));
  const said: PromptMessage = { role: 'assistant', parts };
  return step.calls.length === 0 ? [said] : [said, { role: 'tool', results: step.calls.map(resultOf) }];
}

function assistantPart(part: StepItem['parts'][number], calls: readonly CallState[]): AssistantPart[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text.toWellFormed() }];
  if (part.type === 'reasoning') {
    const { type, provider } = part;
    const text = part.text.toWellFormed();
    return [provider === undefined ? { type, text } : { type, text, provider }];
  }
  const call = calls.find((candidate) => candidate.callId === part.callId);
  return call
    ? [{ type: 'call', callId: call.callId, name: sayName(call.name), args: wellFormed(sayArgs(call.args)) }]
    : [];
}

/** A model may call what no tool can be named; a provider that is told of such a name refuses the whole prompt. */
function sayName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || '_';
}

/** The same goes for arguments that are no object. */
function sayArgs(args: Json): Json {
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? args : { malformed: args };
}

/** Providers refuse a call without a result, so one that never got any says just that. */
function resultOf(call: CallState): ToolResult {
  const { callId, status } = call;
  const name = sayName(call.name);
  const isDone = status === 'done';
  const value = isDone ? (stoppedLater(call) ?? call.output?.value ?? null) : failureOf(call);
  return { callId, name, value: wellFormed(frameResult(call, value)), failed: !isDone };
}

/** A background task that ended together with its parent: no notice told of it, and its call said that it runs. */
function stoppedLater({ tasks }: CallState): Json {
  const last = tasks.at(-1);
  if (!last?.isBackground || last.outcome?.status !== 'cancelled') return null;
  return { taskId: last.taskId, status: 'cancelled', reason: last.outcome.reason };
}

function failureOf(call: CallState): Json {
  if (call.output) return call.output.value;
  const words = {
    interrupted: 'Interrupted: whether it took effect is not known.',
    cancelled: 'Stopped before it ended.',
  };
  if (call.status === 'interrupted' || call.status === 'cancelled')
    return `${words[call.status]} ${call.error ?? ''}`.trim();
  return call.error ?? 'There is no result.';
}

export function lengthOf(message: PromptMessage): number {
  if (message.role === 'user') return message.text.length;
  if (message.role === 'tool') return message.results.reduce((sum, { value }) => sum + sizeOf(value), 0);
  return message.parts.reduce((sum, part) => sum + (part.type === 'call' ? sizeOf(part.args) : part.text.length), 0);
}

export function sizeOf(value: Json): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
