import type { PlayedSchedule } from './schedule.ts';
import { playSchedule } from './schedule.ts';
import { startPostgres } from './server.ts';

/** So many schedules on one server, a few side by side. The same seed plays the same faults. */
export async function playSchedules(options: {
  seed: number;
  count: number;
  /** The first of them, where not all are wanted. */
  from?: number;
  onPlayed?: (played: PlayedSchedule) => void;
  /** Plays no more once something does not hold. */
  untilFound?: boolean;
}): Promise<PlayedSchedule[]> {
  const { seed, count, from = 0, onPlayed, untilFound = false } = options;
  await using server = await startPostgres();
  const all: PlayedSchedule[] = [];
  let next = from;
  const play = async () => {
    while (next < count) {
      const own = seed * 1000 + next;
      next += 1;
      const played = await playSchedule(server, own);
      all.push(played);
      onPlayed?.(played);
      if (untilFound && played.findings.length > 0) next = count;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, play));
  return all;
}

const sideBySide = 4;
