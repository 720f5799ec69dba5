import type { Counter } from './check/finding.ts';
import { counters } from './check/finding.ts';
import { activities } from './check/in-flight.ts';
import type { CheckedRound } from './rounds.ts';

/** With fewer kills than this in the middle of work, a run has tried too little. */
export const minLiveShare = 0.8;

export interface Tally {
  kills: number;
  liveShare: number;
  findings: number;
  missedFailpoints: string[];
  slowestResumeMs: number;
}

export function tallyOf(rounds: readonly CheckedRound[]): Tally {
  const kills = rounds.flatMap((round) => round.kills);
  return {
    kills: kills.length,
    liveShare: kills.length === 0 ? 0 : kills.filter(({ live }) => live).length / kills.length,
    findings: rounds.reduce((sum, { findings }) => sum + findings.length, 0),
    missedFailpoints: rounds.flatMap((round) => round.missedFailpoints),
    slowestResumeMs: Math.max(0, ...rounds.flatMap(({ resumesMs }) => resumesMs)),
  };
}

/** The whole result of a run as a table of plain text. */
export function printTally(rounds: readonly CheckedRound[], seed: number, seconds: number): string {
  const { kills, liveShare, missedFailpoints } = tallyOf(rounds);
  const all = rounds.flatMap((round) => round.kills);
  const events = rounds.reduce((sum, { seen }) => sum + seen.size, 0);
  const resumes = rounds.flatMap(({ resumesMs }) => resumesMs).sort((left, right) => left - right);
  const found = (counter: Counter) =>
    rounds.flatMap(({ findings }) => findings).filter((one) => one.counter === counter).length;
  return [
    '',
    `Kills by what was in flight (one kill can hit several)`,
    ...activities.map((activity) =>
      row(activity, share(all.filter((kill) => kill.activities.includes(activity)).length, kills)),
    ),
    row('live work, at least 80 %', `${share(Math.round(liveShare * kills), kills)}`),
    '',
    'Must be zero',
    ...(Object.keys(counters) as Counter[]).map((counter) => row(counters[counter], String(found(counter)))),
    row('failpoints that were never reached', String(missedFailpoints.length)),
    '',
    'From a restart to the first new work, ms (at most 5000)',
    row(
      `of ${resumes.length} restarts with open work`,
      `p50 ${at(resumes, 0.5)}   p99 ${at(resumes, 0.99)}   max ${at(resumes, 1)}`,
    ),
    '',
    `${kills} kills in ${rounds.length} rounds, ${events} events, ${Math.round(seconds)} s, seed ${seed}`,
  ].join('\n');
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(52)} ${value}`;
}

function share(count: number, whole: number): string {
  return `${String(count).padStart(6)}  ${whole === 0 ? '' : `${((100 * count) / whole).toFixed(1)} %`}`;
}

function at(sorted: readonly number[], quantile: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))];
  return value === undefined ? '–' : String(Math.round(value));
}
