import type { PlantedBug } from './bug.ts';
import { dyingAt, protocol, server, unharmed } from './bug.ts';

/** In the log, its guards, its commits and what is folded from it. */
export const bugsInLog: PlantedBug[] = [
  {
    name: 'the epoch guard is skipped',
    changes: [
      {
        file: `${server}/log/apply.ts`,
        find: `if ('epoch' in guard) return thread.epoch === guard.epoch ? null : refuse('stale-epoch', threadId);`,
        replace: `if ('epoch' in guard) return null;`,
      },
    ],
    round: unharmed,
    caughtAs: ['order', 'delivery'],
  },
  {
    name: 'a stop raises no epoch',
    changes: [
      {
        file: `${protocol}/fold.ts`,
        find: `'thread.cancelled': (thread, { at, data }) => { thread.epoch += 1;`,
        replace: `'thread.cancelled': (thread, { at, data }) => {`,
      },
    ],
    round: unharmed,
    caughtAs: ['order', 'delivery'],
  },
  {
    name: 'a recovery raises no epoch',
    changes: [
      {
        file: `${protocol}/fold.ts`,
        find: `'thread.recovered': (thread) => { thread.epoch += 1;`,
        replace: `'thread.recovered': (thread) => {`,
      },
    ],
    round: dyingAt('after:start-step'),
    caughtAs: ['rows'],
  },
  {
    name: 'a step that is owed is not found after a crash',
    changes: [
      {
        file: `${server}/log/sqlite/queries.ts`,
        find: `WHERE owes IS NOT NULL AND (due_at`,
        replace: `WHERE owes = 'calls' AND (due_at`,
      },
    ],
    round: dyingAt('after:open-chat'),
    caughtAs: ['unsettled'],
  },
  {
    name: 'wakes are dropped',
    changes: [
      {
        file: `${server}/log/sqlite/sqlite-log.ts`,
        find: `for (const listener of this.#listeners) listener({ events, wakes });`,
        replace: `for (const listener of this.#listeners) listener({ events, wakes: wakes.slice(1) });`,
      },
    ],
    round: unharmed,
    caughtAs: ['resume'],
  },
  {
    name: 'events are published before their commit',
    changes: [
      {
        file: `${server}/log/sqlite/group-commit.ts`,
        find: `this.#hooks.beforeCommit();`,
        replace: `this.#hooks.beforeCommit(); this.#hooks.committed();`,
      },
    ],
    round: dyingAt('before:end-step'),
    caughtAs: ['lost'],
  },
  {
    name: 'some commits are put off, though they are acknowledged',
    changes: [
      {
        file: `${server}/log/sqlite/group-commit.ts`,
        find: `this.#database.exec('BEGIN IMMEDIATE');`,
        replace: `if (!this.#database.isTransaction) this.#database.exec('BEGIN IMMEDIATE');`,
      },
      {
        file: `${server}/log/sqlite/group-commit.ts`,
        find: `this.#database.exec('COMMIT');`,
        replace: `putOff = (putOff + 1) % 8; if (putOff === 0) this.#database.exec('COMMIT');`,
      },
      {
        file: `${server}/log/sqlite/group-commit.ts`,
        find: `const isWritten =`,
        replace: `let putOff = 0;\nconst isWritten =`,
      },
    ],
    round: dyingAt('after:end-step@2', 'after:end-step@3', 'after:start-step@4'),
    caughtAs: ['lost', 'lost-wish'],
  },
  {
    name: 'a request that is sent again is done again',
    changes: [
      {
        file: `${server}/log/sqlite/sqlite-log.ts`,
        find: `if (earlier) return repeat(earlier, header);`,
        replace: `if (earlier && Math.random() > 1) return repeat(earlier, header);`,
      },
    ],
    round: dyingAt('after:receive-message'),
    caughtAs: ['lost-wish'],
  },
  {
    name: 'rows are written for the first event of a commit only',
    changes: [
      {
        file: `${server}/log/sqlite/sqlite-log.ts`,
        find: `project(events.slice(projected), (threadId)`,
        replace: `project(events.slice(projected, projected + 1), (threadId)`,
      },
    ],
    round: unharmed,
    caughtAs: ['rows'],
  },
];
