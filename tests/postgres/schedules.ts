import type { PlayedSchedule } from './schedule.ts';
import { playSchedule } from './schedule.ts';
import { startPostgres } from './server.ts';

/** A number of schedules on one server, a few in parallel. The same seed plays the same faults. */
export async function playSchedules(options: {
  seed: number;
  count: number;
  /** The first of them, for a part of the schedules. */
  from?: number;
  /** How many at once. Each mostly waits for a time limit of the connection. */
  sideBySide?: number;
  onPlayed?: (played: PlayedSchedule) => void;
}): Promise<PlayedSchedule[]> {
  const { seed, count, from = 0, sideBySide = 12, onPlayed } = options;
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
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, play));
  return all;
}
