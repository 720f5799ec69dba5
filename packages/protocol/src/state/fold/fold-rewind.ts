import type { Usage } from '../../events/event-parts.ts';
import type { FactFields } from '../../events/events.ts';
import type { StepItem, ThreadState } from '../thread-state.ts';
import { rewindCompaction } from './fold-compaction.ts';

/**
 * Takes back everything after a place. System messages stay, since they belong to the agent, which is not taken back.
 * Removed work has no worker: the epoch is raised, and its late results change nothing visible.
 */
export function rewind(thread: ThreadState, toSeq: number): void {
  const isKept = (item: ThreadState['items'][number]) =>
    item.seq <= toSeq || (item.type === 'message' && item.from === 'system');
  const gone = thread.items.filter((item) => item.type === 'step' && !isKept(item)) as StepItem[];
  const isGone = ({ step }: { step: number }) => gone.some((item) => item.step === step);
  thread.items = thread.items.filter(isKept);
  thread.takenBack.push(...gone.filter(isRemembered).map(withoutTexts));
  thread.openCalls = thread.openCalls.filter((call) => !isGone(call));
  thread.openTasks = thread.openTasks.filter((task) => !isGone(task));
  if (thread.openStep && isGone(thread.openStep)) thread.openStep = null;
  rewindCompaction(thread, toSeq);
  thread.retryAt = null;
  thread.unread = 0;
  thread.epoch += 1;
}

/** A late count replaces the estimate of an attempt's cost; the estimate is returned. */
export function recordTakenBack(
  thread: ThreadState,
  { step, attempt, usage }: FactFields<'usage.recorded'>,
): Usage | null {
  const index = thread.takenBack.findIndex((item) => item.step === step && item.attempt === attempt);
  const item = thread.takenBack[index];
  if (!item) return null;
  thread.takenBack[index] = { ...item, usage };
  return item.usage;
}

/** Their tasks and questions have rows, which must follow from the state alone. */
function isRemembered({ usage, calls }: StepItem): boolean {
  return usage.estimatedTokens > 0 || calls.some((call) => call.tasks.length > 0 || call.question);
}

function withoutTexts(item: StepItem): StepItem {
  const calls = item.calls.filter((call) => call.tasks.length > 0 || call.question);
  return { ...item, parts: [], calls: calls.map((call) => ({ ...call, args: null, output: null })) };
}
