import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Change } from '../crash/planted/bug.ts';
import { server } from '../crash/planted/bug.ts';
import { copySources } from '../crash/planted/copy.ts';
import { ownSources } from '../crash/sources.ts';
import type { playSchedules } from './schedules.ts';

/* Who watches the schedules: bugs are planted in copies of the sources, and the schedules must catch every one. */
const folder = mkdtempSync(join(tmpdir(), 'retinue-planted-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const log = `${server}/log`;
/** `from` is a schedule whose first fault brings the bug to light. */
const plantedBugs: { name: string; from: number; changes: Change[] }[] = [
  {
    name: 'an error of the database is taken for a fault of one decision',
    from: 52,
    changes: [
      {
        file: `${log}/waiting.ts`,
        find: `if (!(error instanceof DecisionFault)) throw error; return () => reject(error.cause);`,
        replace: `return () => reject(error instanceof DecisionFault ? error.cause : error);`,
      },
      {
        file: `${log}/postgres/transaction.ts`,
        find: `return committed.value === 'COMMIT' ? null :`,
        replace: `return committed.value !== '' ? null :`,
      },
    ],
  },
  {
    name: 'a commit whose answer was lost is taken for a failed one',
    from: 16,
    changes: [
      {
        file: `${log}/postgres/transaction.ts`,
        find: `throw outcomeUnknown(error);`,
        replace: `outcomeUnknown(error); throw error;`,
      },
    ],
  },
  {
    name: 'a commit whose answer was lost is taken for a success',
    from: 0,
    changes: [
      {
        file: `${log}/postgres/writer.ts`,
        find: `const tookPlace = found?.commit_id === expected.commitId;`,
        replace: `const tookPlace = found !== undefined;`,
      },
    ],
  },
  {
    name: 'sessions of our own are not ended',
    from: 5,
    changes: [
      {
        file: `${log}/postgres/backends.ts`,
        find: `THEN pg_terminate_backend(pid) END AS ended`,
        replace: `THEN false END AS ended`,
      },
    ],
  },
  {
    name: 'one append that cannot be written fails its neighbors',
    from: 0,
    changes: [
      {
        file: `${log}/grouped-log.ts`,
        find: `if (waiting.length > 1 && !isOfTheStore(error)) {`,
        replace: `if (waiting.length > 64 && !isOfTheStore(error)) {`,
      },
    ],
  },
];

for (const [index, { name, from, changes }] of plantedBugs.entries()) {
  test(`[L29] the schedules catch it when ${name}`, async () => {
    const sources = join(folder, `bug-${index}`);
    copySources(ownSources, sources, changes);
    const copy: { playSchedules: typeof playSchedules } = await import(
      pathToFileURL(join(sources, 'tests', 'postgres', 'schedules.ts')).href
    );
    const played = await copy.playSchedules({ seed: 0, from, count: from + 88, untilFound: true });
    assert.ok(
      played.some(({ findings }) => findings.length > 0),
      'not caught',
    );
  });
}
