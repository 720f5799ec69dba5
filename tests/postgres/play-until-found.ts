import { playSchedules } from './schedules.ts';

/*
 * `play-until-found.ts <from> <count>`: plays schedules until a check fails, prints the failure, and ends at once.
 */
const [from = 0, count = 0] = process.argv.slice(2).map(Number);
await playSchedules({
  seed: 0,
  from,
  count,
  sideBySide: 4, // the first ones show the bug, and the others are cut off
  onPlayed: ({ findings }) => {
    if (findings.length === 0) return;
    console.log(findings.join('\n'));
    process.exit(0);
  },
});
