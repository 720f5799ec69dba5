/** Counters of the checker. Each must stay at zero. */
export const counters = {
  lost: '[A1] acknowledged events lost or changed',
  'lost-command': '[A1] acknowledged commands lost or done twice',
  rerun: '[A2] finished steps run again',
  'unsafe-twice': '[A2.1] duplicate unsafe effects',
  unapproved: '[D11.6] effects that nobody approved',
  doubt: '[A2.1] calls in doubt treated wrongly',
  resume: '[A3] resumed late, or stalled',
  unsettled: '[A3] threads active or tasks open in the end',
  orphan: '[A4] orphans',
  twin: '[A4] twins',
  delivery: '[A4] ends not told to the parent exactly once',
  order: '[A5] gaps and impossible orders',
  rows: '[A5] projections that differ from the log',
  problem: 'unexpected errors and exits',
} as const;
export type Counter = keyof typeof counters;

export interface Finding {
  counter: Counter;
  words: string;
}

export function finding(counter: Counter, words: string): Finding {
  return { counter, words };
}
