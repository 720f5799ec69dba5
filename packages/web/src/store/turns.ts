import type { CallState, Item, MessageItem, StepItem, ThreadState } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';

/** What a thread looks like from top to bottom. */
export type Row =
  | { kind: 'message'; key: string; item: MessageItem; isQueued: boolean }
  | { kind: 'step'; key: string; item: StepItem; isFirst: boolean }
  /** Where a turn has come to its end. */
  | { kind: 'end'; key: string; answer: string; isLast: boolean; followUps: readonly string[]; usage: number };

export function rowsOf(thread: ThreadState): Row[] {
  const rows: Row[] = [];
  let turn: StepItem[] = [];
  const close = (isLast: boolean) => {
    const last = turn.at(-1);
    if (last) rows.push({ kind: 'end', key: `end ${last.step}`, isLast, ...endOf(turn) });
    turn = [];
  };
  const isAtWork = isUnfinished(thread.status);
  for (const item of thread.items) {
    if (item.type === 'step') {
      if (isHidden(item)) continue;
      rows.push({ kind: 'step', key: `step ${item.step}`, item, isFirst: turn.length === 0 });
      turn.push(item);
    } else if (item.from !== 'system') {
      const isQueued = isAtWork && item.seq > thread.seenSeq;
      if (!isQueued) close(false);
      rows.push({ kind: 'message', key: item.messageId, item, isQueued });
    }
  }
  if (!isAtWork) close(true);
  return rows;
}

/** An attempt that was cut and is tried again leaves nothing to see until the next one begins. */
function isHidden(item: StepItem): boolean {
  return item.status === 'cut' && item.cut?.final === false && item.parts.length === 0;
}

function endOf(steps: readonly StepItem[]): { answer: string; followUps: string[]; usage: number } {
  const answer = steps
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
  const calls = steps.flatMap((step) => step.calls);
  const usage = steps.reduce((sum, step) => sum + step.usage.inputTokens + step.usage.outputTokens, 0);
  return { answer, followUps: calls.flatMap(followUpsOf), usage };
}

function followUpsOf({ name, status, output }: CallState): string[] {
  if (name !== 'suggestFollowUps' || status !== 'done') return [];
  const { questions } = (output?.value ?? {}) as { questions?: unknown };
  return Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [];
}

/** What an agent was told about who it is and how it works. */
export function systemWords(items: readonly Item[]): string {
  const words = items.filter((item) => item.type === 'message' && item.from === 'system') as MessageItem[];
  return words.map(({ text }) => text).join('\n\n');
}

/** The question that a thread itself waits for; null when it waits for none. */
export function openQuestionOf(thread: ThreadState): { call: CallState; step: number } | null {
  const open = thread.openCalls.find((call) => call.waitsFor === 'person');
  if (!open) return null;
  for (const item of thread.items) {
    const call = item.type === 'step' ? item.calls.find(({ callId }) => callId === open.callId) : undefined;
    if (call?.question) return { call, step: open.step };
  }
  return null;
}
