import type { Draft, StepItem, ThreadId, TreeState } from '@retinue/protocol';
import { isCompaction, owes } from '@retinue/protocol';
import { stepPartsOf } from './step-parts.ts';
import type { UiMessage, UiPart } from './ui-message.ts';

export type Drafts = (threadId: ThreadId) => Draft | null;

/**
 * A chat as the AI SDK's messages: each message of a person, and each answer with all its steps up to the next message.
 */
export function toUiMessages(tree: TreeState, drafts: Drafts): UiMessage[] {
  return uiEntriesOf(tree, drafts).map((entry) => (entry.role === 'user' ? entry.message : messageOf(entry)));
}

/** Whether anything in the chat continues by itself. Waiting for a person does not count. */
export function isUnderWay(tree: TreeState): boolean {
  return Object.values(tree.threads).some((thread) => owes(thread) !== null);
}

/** The messages before the running one: a client that joins late must have them already. */
export function messagesBeforeWork(tree: TreeState, drafts: Drafts): UiMessage[] {
  const entries = uiEntriesOf(tree, drafts);
  const root = tree.threads[tree.rootId];
  const isSaying = root !== undefined && root.openStep !== null && !isCompaction(root.openStep);
  const isAtWork = isSaying || (root !== undefined && root.openCalls.length > 0);
  const lastAnswer = entries.findLastIndex(({ role }) => role === 'assistant');
  const isLast = lastAnswer === entries.length - 1;
  const end = isLast || isAtWork ? lastAnswer : entries.length;
  return toUiMessages(tree, drafts).slice(0, Math.max(0, end));
}

/** The messages up to the last one of a person: the state of a client that has just sent it. */
export function messagesBeforeAnswer(tree: TreeState, drafts: Drafts): UiMessage[] {
  const messages = toUiMessages(tree, drafts);
  return messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1);
}

export type UiEntry = { role: 'user'; message: UiMessage } | Answer;

/** All steps that answer one message of a person. Named after that message, so the name is known before the first step. */
export interface Answer {
  role: 'assistant';
  id: string;
  steps: AnswerStep[];
}

export interface AnswerStep {
  step: number;
  attempt: number;
  /** A running step whose draft is not available: its text so far is not known here. */
  isUnheard: boolean;
  parts: UiPart[];
}

export function uiEntriesOf(tree: TreeState, drafts: Drafts): UiEntry[] {
  const entries: UiEntry[] = [];
  const draft = drafts(tree.rootId);
  let asked: string = tree.rootId;
  for (const item of tree.threads[tree.rootId]?.items ?? []) {
    if (item.type === 'step' && isCompaction(item)) continue;
    if (item.type === 'step') {
      const step = answerStep(tree, item, draft);
      const last = entries.at(-1);
      if (last?.role === 'assistant') last.steps.push(step);
      else entries.push({ role: 'assistant', id: `${asked}_answer`, steps: [step] });
    } else if (item.from === 'person') {
      asked = item.messageId;
      const message: UiMessage = { id: asked, role: 'user', parts: [{ type: 'text', text: item.text }] };
      entries.push({ role: 'user', message });
    }
  }
  return entries;
}

function answerStep(tree: TreeState, item: StepItem, draft: Draft | null): AnswerStep {
  const { step, attempt } = item;
  const own = draft?.step === step && draft.attempt === attempt ? draft : null;
  return { step, attempt, isUnheard: item.status === 'open' && !own, parts: stepPartsOf(tree, item, own) };
}

function messageOf({ id, steps }: Answer): UiMessage {
  return { id, role: 'assistant', parts: partsOf(steps) };
}

export function partsOf(steps: readonly AnswerStep[]): UiPart[] {
  return steps.flatMap(({ parts }) => [{ type: 'step-start' }, ...parts]);
}
