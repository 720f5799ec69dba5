import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Change } from '../crash/planted/bug.ts';
import { server } from '../crash/planted/bug.ts';
import { plant } from '../crash/planted/plant.ts';
import { startChild } from '../support/processes/child-process.ts';

/* Bugs are planted in the sources as a process loads them, and the schedules must catch every one. */
const entry = fileURLToPath(new URL('play-until-found.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'retinue-planted-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const log = `${server}/log`;
/** `from` is a schedule whose first fault shows the bug. */
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
        find: `if (ids.includes(idsIn(expected)[0] ?? '')) return 'stored';`,
        replace: `if (ids.length > 0) return 'stored';`,
      },
    ],
  },
  {
    name: 'a lost commit behind that of another process is taken for a failed one',
    from: 3,
    changes: [
      {
        file: `${log}/postgres/writer.ts`,
        find: `if (ids.includes(idsIn(expected)[0] ?? '')) return 'stored';`,
        replace: `if (ids[0] === idsIn(expected)[0]) return 'stored';`,
      },
      {
        file: `${log}/postgres/writer.ts`,
        find: `ids.includes(this.#commitId)) ? 'absent' : 'unknown';`,
        replace: `ids.includes(this.#commitId)) ? 'absent' : 'absent';`,
      },
    ],
  },
  {
    name: 'sessions of our own are not ended',
    from: 45,
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
        find: `if (waiting.length > 1 && !isOfTheStore(error) &&`,
        replace: `if (waiting.length > 64 && !isOfTheStore(error) &&`,
      },
    ],
  },
];

describe('planted bugs', { concurrency: true }, () => {
  for (const [index, { name, from, changes }] of plantedBugs.entries()) {
    test(`[L29] the schedules catch it when ${name}`, async () => {
      const nodeOptions = plant(join(folder, `bug-${index}.json`), changes);
      const child = startChild([...nodeOptions, entry, String(from), String(from + 88)], { TMPDIR: tmpdir() });
      const [findings] = await Promise.all([text(child.process.stdout), child.ended]);
      assert.notEqual(findings, '', `not caught. ${child.complaints()}`);
    });
  }
});
