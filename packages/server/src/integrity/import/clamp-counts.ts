import type { Event, Usage } from '@retinue/protocol';
import { maxStepTokens } from '@retinue/protocol';

/**
 * An imported event with possible counts only: an impossible one is unknown, and no time is in the future. The file may hold any
 * number of the right shape, and sums of them would show in the usage of the workspace.
 */
export function clampCounts(event: Event, now: number): Event {
  return { ...event, data: { ...event.data, ...countsOf(event, now) } } as Event;
}

/** All counts and times of the data, whatever the type of the event is. */
function countsOf({ type, at, data }: Event, now: number): object {
  const max = type === 'task.ended' ? maxSum : maxCount;
  return {
    ...('usage' in data && data.usage && { usage: clampUsage(data.usage, max) }),
    ...('spent' in data && data.spent && { spent: clampEach(data.spent, maxSum) }),
    ...('reservation' in data && { reservation: clampUsage(data.reservation, maxCount) }),
    ...('workedMs' in data && data.workedMs !== undefined && { workedMs: clampCount(data.workedMs, maxCount) }),
    ...('output' in data &&
      data.output && { output: { ...data.output, bytes: clampCount(data.output.bytes, maxCount) } }),
    ...('retryAt' in data && data.retryAt !== null && { retryAt: Math.max(at, Math.min(data.retryAt, now)) }),
    ...('serves' in data && data.serves && { serves: { ...data.serves, endedAt: Math.min(data.serves.endedAt, now) } }),
    ...('exportedAt' in data && { exportedAt: Math.min(data.exportedAt, now) }),
  };
}

/** An impossible cost is left out: its price is unknown. */
function clampUsage({ costMicros, ...tokens }: Partial<Usage>, max: number): object {
  const cost = costMicros === undefined || costMicros > max ? {} : { costMicros };
  return { ...clampEach(tokens, max), ...cost };
}

function clampEach(counts: object, max: number): object {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, clampCount(Number(count), max)]));
}

function clampCount(count: number, max: number): number {
  return count > max ? 0 : count;
}

/** No step has more tokens, costs more millionths of a dollar or takes more milliseconds, and no result is larger. */
const maxCount = maxStepTokens;
/** The same for a task, with everything below it. */
const maxSum = 1000 * maxCount;
