import type { JumpingClock } from '../support/clocks/jumping-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Changes that people, time servers and empty batteries make to the time of day. */
export const changes: Record<string, (clock: JumpingClock) => void> = {
  'an hour back': (clock) => clock.setWall(-hourMs),
  'an hour forward': (clock) => clock.setWall(hourMs),
  '40 days back': (clock) => clock.setWall(-40 * dayMs),
  '40 days forward': (clock) => clock.setWall(40 * dayMs),
  'not at all, but held': (clock) => clock.freezeWall(),
};
