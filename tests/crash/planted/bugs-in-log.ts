import type { PlantedBug } from './bug.ts';
import { dyingAt, protocol, server, unharmed } from './bug.ts';

/** In the log, its guards, its commits and its folds. */
export const bugsInLog: PlantedBug[] = [
  {
    name: 'the epoch guard is skipped',
    changes: [
      {
        file: `${server}/log/apply.ts`,
        find: `if ('epoch' in guard) return thread.epoch === guard.epoch ? null : refuse('stale-epoch', { threadId });`,
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
        file: `${protocol}/state/fold/fold.ts`,
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
        file: `${protocol}/state/fold/fold.ts`,
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
        file: `${server}/log/reads.ts`,
        find: 'WHERE owes IS NOT NULL',
        replace: `WHERE owes = 'calls'`,
      },
    ],
    round: dyingAt('after:open-chat'),
    caughtAs: ['unsettled'],
  },
  {
    name: 'wakes are dropped',
    changes: [
      {
        file: `${server}/log/committer.ts`,
        find: `map(wakeOf).filter((wake) => wake !== null);`,
        replace: `map(wakeOf).filter((wake) => wake !== null).slice(1);`,
      },
    ],
    round: unharmed,
    caughtAs: ['resume'],
  },
  {
    name: 'events are published before their commit',
    changes: [
      {
        file: `${server}/log/grouped-log.ts`,
        find: `await group.write();`,
        replace: `await group.write(); this.#committer.publish(group);`,
      },
    ],
    round: dyingAt('before:end-step'),
    caughtAs: ['lost'],
  },
  {
    name: 'some commits are put off, though they are acknowledged',
    changes: [
      {
        file: `${server}/log/sqlite/sqlite-store.ts`,
        find: `prepare('BEGIN IMMEDIATE').run();`,
        replace: `if (!database.isTransaction) prepare('BEGIN IMMEDIATE').run();`,
      },
      {
        file: `${server}/log/sqlite/sqlite-store.ts`,
        find: `commit: async () => withStoreErrors(directory, () => void prepare('COMMIT').run()),`,
        replace: `commit: async () => { putOff = (putOff + 1) % 8; if (putOff === 0) prepare('COMMIT').run(); },`,
      },
      {
        file: `${server}/log/sqlite/sqlite-store.ts`,
        find: `interface Writer {`,
        replace: `let putOff = 0;\ninterface Writer {`,
      },
    ],
    round: dyingAt('after:end-step@2', 'after:end-step@3', 'after:start-step@4'),
    caughtAs: ['lost', 'lost-command'],
  },
  {
    name: 'a request that is sent again is done again',
    changes: [
      {
        file: `${server}/log/group.ts`,
        find: `if (earlier) return repeatReply<Reply, { events: LogEvent[] }>(earlier, header, { events: [] });`,
        replace: `if (earlier && Math.random() > 1) return repeatReply<Reply, { events: LogEvent[] }>(earlier, header, { events: [] });`,
      },
    ],
    round: dyingAt('after:send-message'),
    caughtAs: ['lost-command'],
  },
  {
    name: 'rows are written for the first event of a commit only',
    changes: [
      {
        file: `${server}/log/group.ts`,
        find: `project(events, (threadId) =>`,
        replace: `project(events.slice(0, 1), (threadId) =>`,
      },
    ],
    round: unharmed,
    caughtAs: ['rows'],
  },
];
