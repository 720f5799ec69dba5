import type {
  AgentSnapshot,
  CallState,
  Item,
  MessageItem,
  QuestionState,
  StepItem,
  ThreadState,
  Usage,
} from '@retinue/protocol';
import { addUsage, isCompaction, isUnfinished, noUsage, seenAtStep, unpricedTokensOf } from '@retinue/protocol';
import { beginningOf } from './loaded-task.ts';

/** Rows of a thread from top to bottom. */
export type ThreadRow =
  | ThreadMessageRow
  | { kind: 'step'; key: string; item: StepItem; isFirst: boolean }
  /** A retry is scheduled. */
  | { kind: 'retry'; key: string }
  | ThreadEndRow;

/** End of a turn. */
interface ThreadEndRow {
  kind: 'end';
  key: string;
  answer: string;
  isLast: boolean;
  followUps: readonly string[];
  /** Without sub-agents. */
  usage: Usage;
  unpricedTokens: number;
  hasTasks: boolean;
}

export interface ThreadMessageRow {
  kind: 'message';
  key: string;
  item: MessageItem;
  isQueued: boolean;
  /** For a message to a running thread: the step that read it. */
  steers: { readAt: number | null } | null;
}

interface ThreadContent extends Pick<ThreadState, 'items' | 'status' | 'seenSeq' | 'retryAt' | 'openStep'> {
  agent: Pick<AgentSnapshot, 'model'>;
}

export function threadRows(thread: ThreadContent): ThreadRow[] {
  const rows: ThreadRow[] = [];
  let turn: StepItem[] = [];
  /** Attempts without a row. Their usage counts. */
  let hidden: StepItem[] = [];
  /** A message came after the last step. */
  let isSteered = false;
  /** Notices since the last step: shown before the next one, or after the end. */
  let notices: ThreadRow[] = [];
  const pushNotices = () => {
    rows.push(...notices);
    notices = [];
  };
  const close = (isLast: boolean) => {
    const last = turn.at(-1);
    if (last) rows.push({ kind: 'end', key: `end ${last.step}`, isLast, ...endOf(thread, turn) });
    turn = [];
    pushNotices();
  };
  const isRunning = isUnfinished(thread.status);
  const steps = thread.items.filter((item) => item.type === 'step' && !isCompaction(item)) as StepItem[];
  for (const item of thread.items) {
    if (item.type === 'step') {
      if (isHidden(item)) {
        hidden.push(item);
        continue;
      }
      pushNotices();
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
      const isQueued = isRunning && item.seq > thread.seenSeq;
      const steers = isSteering(item) ? { readAt: seenAtStep(steps, item.seq) } : null;
      const row: ThreadRow = { kind: 'message', key: item.messageId, item, isQueued, steers };
      if (item.isNotice) notices.push(row);
      else {
        if (!isQueued && !steers) close(false);
        pushNotices();
        rows.push(row);
        isSteered = true;
      }
    }
  }
  if (!isRunning) close(true);
  else if (thread.retryAt !== null && !thread.openStep) rows.push({ kind: 'retry', key: 'retry' });
  pushNotices();
  return rows;
}

/** A message that starts a task names it; one that is added to it does not. */
function isSteering(item: MessageItem): boolean {
  return item.isMidTurn && item.from === 'person' && beginningOf(item) === null;
}

/** A cut attempt without content has no row if it is retried. */
function isHidden(item: StepItem): boolean {
  return item.status === 'cut' && item.cut?.final === false && item.parts.length === 0;
}

function endOf(thread: ThreadContent, steps: readonly StepItem[]): Omit<ThreadEndRow, 'kind' | 'key' | 'isLast'> {
  const answer = steps
    .filter((step) => !isCompaction(step))
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n\n');
  const calls = steps.flatMap((step) => step.calls);
  const usage = steps.reduce((sum, step) => addUsage(sum, step.usage), noUsage);
  const unpricedTokens = steps.reduce((sum, step) => sum + unpricedTokensOf(thread, step.usage), 0);
  const hasTasks = calls.some(({ tasks }) => tasks.length > 0);
  return { answer, followUps: calls.flatMap(followUpsOf), usage, unpricedTokens, hasTasks };
}

function followUpsOf({ name, status, output }: CallState): string[] {
  if (name !== 'suggestFollowUps' || status !== 'done') return [];
  const { questions } = (output?.value ?? {}) as { questions?: unknown };
  return Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [];
}

/** The system prompt. */
export function systemPromptText(items: readonly Item[]): string {
  const messages = items.filter((item) => item.type === 'message' && item.from === 'system') as MessageItem[];
  return messages.map(({ text }) => text).join('\n\n');
}

/** The question that the thread waits for a person to answer; null if none. */
export function openQuestionOf({ items, openCalls }: ThreadState): QuestionState | null {
  const open = openCalls.filter(({ waitsFor }) => waitsFor === 'person').map(({ callId }) => callId);
  const calls = items.flatMap((item) => (item.type === 'step' && open.length > 0 ? item.calls : []));
  return calls.find(({ callId, question }) => open.includes(callId) && question?.kind === 'answer')?.question ?? null;
}
