import type { Change } from '../crash/planted/bug.ts';
import { server } from '../crash/planted/bug.ts';

/** A bug that no kill and no lost connection shows, with the test file that must fail, and its rule. */
export interface BugInPart {
  name: string;
  rule: string;
  caughtBy: string;
  changes: Change[];
}

export const bugsInParts: BugInPart[] = [
  {
    name: 'a slow read puts an old state into memory',
    rule: 'L26',
    caughtBy: `${server}/log/cache/kept-threads.test.ts`,
    changes: [
      {
        file: `${server}/log/cache/kept-threads.ts`,
        find: `if (!changed.has(state.threadId)) this.#keep(state);`,
        replace: `this.#keep(state);`,
      },
    ],
  },
  {
    name: 'positions are given again after the newest chat was purged',
    rule: 'L34',
    caughtBy: `${server}/search/head.test.ts`,
    changes: [
      {
        file: `${server}/log/reads.ts`,
        find: `'SELECT position FROM log_head'`,
        replace: `'SELECT max(position) AS position FROM log_event'`,
      },
    ],
  },
  {
    name: 'checksums are written and never read',
    rule: 'L33',
    caughtBy: `${server}/log/format/checksum.test.ts`,
    changes: [
      {
        file: `${server}/log/format/checksum.ts`,
        find: `return row.checksum === null || row.checksum === checksumOfRow(row);`,
        replace: `return row.checksum !== undefined || row.checksum === checksumOfRow(row);`,
      },
    ],
  },
  {
    name: 'the cache of states counts texts as if all were short',
    rule: 'L70',
    caughtBy: `${server}/log/cache/state-cache.test.ts`,
    changes: [
      {
        file: `${server}/log/cache/state-weight.ts`,
        find: `(Buffer.byteLength(text) === text.length ? text.length : 2 * text.length)`,
        replace: `Math.min(text.length, 64)`,
      },
    ],
  },
  {
    name: 'a backup carries sign-ins',
    rule: 'L56',
    caughtBy: `${server}/integrity/restore/restore.test.ts`,
    changes: [
      {
        file: `${server}/integrity/backup/backup-lines.ts`,
        find: `return kind === 'session' || kind === 'set-up';`,
        replace: `return kind === 'set-up';`,
      },
    ],
  },
  {
    name: 'an import goes on with the work that was open in the file',
    rule: 'L51',
    caughtBy: `${server}/integrity/import/import-chat.test.ts`,
    changes: [
      {
        file: `${server}/integrity/import/import-chat.ts`,
        find: `const stopped = await this.#rest();`,
        replace: `const stopped = this.#now > 0 ? 0 : await this.#rest();`,
      },
    ],
  },
  {
    name: 'requests are counted by the time of day',
    rule: 'E33',
    caughtBy: `${server}/engine/step/clock.test.ts`,
    changes: [
      {
        file: `${server}/http/guards/request-rate.ts`,
        find: `const now = this.#clock.monotonicMs();`,
        replace: `const now = this.#clock.now();`,
      },
    ],
  },
  {
    name: 'the wait that a provider asks for is ignored',
    rule: 'E31',
    caughtBy: `${server}/engine/step/outages.test.ts`,
    changes: [
      {
        file: `${server}/engine/step/cut-step.ts`,
        find: `const askedMs = cut.retryAfterMs ?? 0;`,
        replace: `const askedMs = 0;`,
      },
    ],
  },
  {
    name: 'an absurd count of tokens is believed',
    rule: 'M7',
    caughtBy: `${server}/models/remote/openai-compatible.test.ts`,
    changes: [
      {
        file: `${server}/ports/engine/model-bounds.ts`,
        find: `[inputTokens, outputTokens, estimatedTokens].some(isAbsurd)`,
        replace: `[inputTokens, outputTokens, estimatedTokens].every(isAbsurd)`,
      },
    ],
  },
  {
    name: 'results of background tasks begin any number of turns',
    rule: 'D36',
    caughtBy: `${server}/engine/delegation/notice-turns.test.ts`,
    changes: [
      {
        file: `${server}/transitions/notice-turn.ts`,
        find: `if (origin.noticeTurns >= (chat.limits.maxNoticeTurns ?? defaultMaxNoticeTurns)) return { isNotice: true };`,
        replace: `if (origin.noticeTurns < 0) return { isNotice: defaultMaxNoticeTurns > 0 };`,
      },
    ],
  },
  {
    name: 'an edit leaves what a child was told in that turn',
    rule: 'D42',
    caughtBy: `${server}/commands/messages/rewind-children.test.ts`,
    changes: [
      {
        file: `${server}/commands/rewind-chat.ts`,
        find: `...rewindChildren(view, chat, toSeq, goingOn.threadIds),`,
        replace: `...rewindChildren(view, chat, chat.seq, goingOn.threadIds),`,
      },
    ],
  },
  {
    name: 'the record of a last answer holds results of sub-agents without a frame',
    rule: 'X33',
    caughtBy: `${server}/engine/limits/work-record.test.ts`,
    changes: [
      {
        file: `${server}/engine/limits/work-record.ts`,
        find: `if (!head) return [plain(`,
        replace: `if (head || !head) return [plain(`,
      },
    ],
  },
  {
    name: 'content can end its frame',
    rule: 'X33',
    caughtBy: `${server}/engine/prompt/frames.test.ts`,
    changes: [
      {
        file: `${server}/ports/engine/frames.ts`,
        find: `.replaceAll(ownTag, (found) => \`&lt;\${found.slice(1)}\`);`,
        replace: `.replaceAll('</external_data>', '&lt;/external_data>').replaceAll(ownTag, (found) => found);`,
      },
    ],
  },
];
