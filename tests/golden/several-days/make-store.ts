import type { Fact } from '@retinue/protocol';
import { localWorkspaceId, noUsage } from '@retinue/protocol';
import { noFailpoints } from '../../../packages/server/src/log/failpoints.ts';
import { GroupedLog } from '../../../packages/server/src/log/grouped-log.ts';
import { openPostgresStore } from '../../../packages/server/src/log/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../packages/server/src/log/sqlite/sqlite-store.ts';
import { systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { accepted } from '../../support/apps/replies.ts';
import { delegateTo, endStep, header, ids, message, openChat, startStep } from '../../support/stores/facts.ts';

/*
 * Writes the store of a golden sample: a chat of three days with tasks, and one of a day. To make it, copy this file to
 * the same place in a checkout of the release and run it there with RETINUE_DATA or DATABASE_URL set. The samples are
 * never made again: that release wrote them.
 */
let today = Date.parse('2026-03-01T22:00:00Z');
const clock = { ...systemClock, now: () => today };
const { DATABASE_URL: url, RETINUE_DATA: directory = '' } = process.env;
const store = url
  ? await openPostgresStore({ url })
  : openSqliteStore({ directory, readOnly: false, now: systemClock.now() });
const log = new GroupedLog(store, { clock, failpoints: noFailpoints, onProblem: console.error });

const long = ids.thread();
await log.append(header('open-chat'), [openChat(long)]);
await step(long);
today = Date.parse('2026-03-02T10:00:00Z');
await log.append(header('open-chat'), [openChat(ids.thread())]);
await write(long, message('Divide it.'));
await write(long, startStep(await thread(long)));
const { own, children } = delegateTo(await thread(long), 2);
await log.append(header('end-step'), [{ threadId: long, guard: 'exists', facts: own }, ...children]);
const [child] = children.map(({ threadId }) => threadId);
if (!child) throw new Error('no child');
await write(child, startStep(await thread(child)));
const cut = { reason: 'crash', message: { code: 'crashed' }, final: false, retryAt: null } as const;
const guess = { ...noUsage, estimatedTokens: 50 };
await write(child, { type: 'step.cut', data: { step: 1, attempt: 1, ...cut, parts: [], usage: guess } });
today = Date.parse('2026-03-04T01:00:00Z');
await write(child, {
  type: 'usage.recorded',
  data: { step: 1, attempt: 1, usage: { ...noUsage, inputTokens: 40, costMicros: 7 } },
});
await step(child);
await log.close();

async function step(threadId: typeof long): Promise<void> {
  await write(threadId, startStep(await thread(threadId)));
  today += 1500;
  await write(threadId, endStep(await thread(threadId)));
}

async function write(threadId: typeof long, fact: Fact): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts: [fact] }]));
}

async function thread(threadId: typeof long) {
  const found = await log.thread(localWorkspaceId, threadId);
  if (!found) throw new Error(`no thread ${threadId}`);
  return found;
}
