import type { PlayedSchedule } from './schedule.ts';
import { playSchedules } from './schedules.ts';

/**
 * npm run crash -- --postgres-faults 500 [--seed 1]
 * Plays so many schedules of lost, delayed and cut statements against its own PostgreSQL.
 */
export async function runSchedules(count: number, seed: number): Promise<boolean> {
  const startedAt = performance.now();
  console.log(`SEED=${seed} SCHEDULES=${count} STORE=PostgreSQL`);
  let done = 0;
  const played = await playSchedules({
    seed,
    count,
    onPlayed: ({ seed: own, findings }) => {
      done += 1;
      for (const words of findings) console.log(`schedule ${own}: ${words}`);
      if (done % 20 === 0)
        console.log(`${done}/${count} schedules · ${Math.round((performance.now() - startedAt) / 1000)} s`);
    },
  });
  console.log(summaryOf(played));
  return played.every(({ findings }) => findings.length === 0);
}

function summaryOf(played: readonly PlayedSchedule[]): string {
  const sum = (of: (one: PlayedSchedule) => number) => played.reduce((total, one) => total + of(one), 0);
  const faults = new Map<string, number>();
  for (const one of played) for (const [name, times] of one.faults) faults.set(name, (faults.get(name) ?? 0) + times);
  const lines = [...faults].sort().map(([name, times]) => `  ${name}: ${times}`);
  const total = [...faults.values()].reduce((left, right) => left + right, 0);
  return [
    `${played.length} schedules, ${total} faults of ${faults.size} kinds:`,
    ...lines,
    `appends: ${sum((one) => one.acknowledged)} acknowledged, ${sum((one) => one.failed)} failed or refused, ${sum((one) => one.unknown)} unknown`,
    `findings (lost, doubled, gaps, stuck, memory unlike the store): ${sum((one) => one.findings.length)}`,
  ].join('\n');
}
