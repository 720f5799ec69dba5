import type { CallState, Item, MessageItem, StepItem, ThreadState, Usage } from '@retinue/protocol';
import { addUsage, isCompaction, isUnfinished, noUsage, seenAtStep } from '@retinue/protocol';
import { beginningOf } from './loaded-task.ts';

/** What a thread looks like from top to bottom. */
export type ThreadRow =
  | ThreadMessageRow
  | { kind: 'step'; key: string; item: StepItem; isFirst: boolean }
  /** The thread waits for its next attempt. */
  | { kind: 'retry'; key: string }
  /** Where a turn has come to its end. */
  | {
      kind: 'end';
      key: string;
      answer: string;
      isLast: boolean;
      followUps: readonly string[];
      /** Of the thread itself: what its sub-agents used is not in it. */
      usage: Usage;
      hasTasks: boolean;
    };

export interface ThreadMessageRow {
  kind: 'message';
  key: string;
  item: MessageItem;
  isQueued: boolean;
  /** Of a person's words to a thread at work: the step that read them, once one has. */
  steers: { readAt: number | null } | null;
}

export function threadRows(thread: ThreadState): ThreadRow[] {
  const rows: ThreadRow[] = [];
  let turn: StepItem[] = [];
  /** Attempts that are not shown. They are paid for all the same. */
  let hidden: StepItem[] = [];
  /** Somebody else spoke since the last step. */
  let isSteered = false;
  /** News that came in after the last step: before the next one, or after the end. */
  let news: ThreadRow[] = [];
  const tellNews = () => {
    rows.push(...news);
    news = [];
  };
  const close = (isLast: boolean) => {
    const last = turn.at(-1);
    if (last) rows.push({ kind: 'end', key: `end ${last.step}`, isLast, ...endOf(turn) });
    turn = [];
    tellNews();
  };
  const isAtWork = isUnfinished(thread.status);
  const steps = thread.items.filter((item) => item.type === 'step' && !isCompaction(item)) as StepItem[];
  for (const item of thread.items) {
    if (item.type === 'step') {
      if (isHidden(item)) {
        hidden.push(item);
        continue;
      }
      tellNews();
      rows.push({
        kind: 'step',
        key: `step ${item.step}`,
        item,
        isFirst: !isCompaction(item) && (turn.every(isCompaction) || isSteered),
      });
      turn.push(...hidden, item);
      hidden = [];
      isSteered = false;
    } else if (item.from !== 'system') {
      const isQueued = isAtWork && item.seq > thread.seenSeq;
      const steers = isSteering(item) ? { readAt: seenAtStep(steps, item.seq) } : null;
      const row: ThreadRow = { kind: 'message', key: item.messageId, item, isQueued, steers };
      if (item.isNotice) news.push(row);
      else {
        if (!isQueued && !steers) close(false);
        tellNews();
        rows.push(row);
        isSteered = true;
      }
    }
  }
  if (!isAtWork) close(true);
  else if (thread.retryAt !== null && !thread.openStep) rows.push({ kind: 'retry', key: 'retry' });
  tellNews();
  return rows;
}

/** What begins a task names it; what a person adds to it, or to a turn of the chat, does not. */
function isSteering(item: MessageItem): boolean {
  return item.isMidTurn && item.from === 'person' && beginningOf(item) === null;
}

/** An attempt that was cut and is tried again leaves nothing to see until the next one begins. */
function isHidden(item: StepItem): boolean {
  return item.status === 'cut' && item.cut?.final === false && item.parts.length === 0;
}

function endOf(steps: readonly StepItem[]): { answer: string; followUps: string[]; usage: Usage; hasTasks: boolean } {
  const answer = steps
    .filter((step) => !isCompaction(step))
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
  const calls = steps.flatMap((step) => step.calls);
  const usage = steps.reduce((sum, step) => addUsage(sum, step.usage), noUsage);
  const hasTasks = calls.some(({ tasks }) => tasks.length > 0);
  return { answer, followUps: calls.flatMap(followUpsOf), usage, hasTasks };
}

function followUpsOf({ name, status, output }: CallState): string[] {
  if (name !== 'suggestFollowUps' || status !== 'done') return [];
  const { questions } = (output?.value ?? {}) as { questions?: unknown };
  return Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [];
}

/** What an agent was told about who it is and how it works. */
export function systemPromptText(items: readonly Item[]): string {
  const words = items.filter((item) => item.type === 'message' && item.from === 'system') as MessageItem[];
  return words.map(({ text }) => text).join('\n\n');
}

/** The question that a thread itself waits to have answered in words; null when it waits for none. */
export function openQuestionOf(thread: ThreadState): { call: CallState; step: number } | null {
  const open = new Set(thread.openCalls.filter(({ waitsFor }) => waitsFor === 'person').map(({ callId }) => callId));
  if (open.size === 0) return null;
  for (const item of thread.items) {
    const asks = ({ callId, question }: CallState) => open.has(callId) && question?.kind === 'answer';
    const call = item.type === 'step' ? item.calls.find(asks) : undefined;
    if (call) return { call, step: call.step };
  }
  return null;
}
