import type { Fact } from '@retinue/protocol';
import { localWorkspaceId, noUsage } from '@retinue/protocol';
import { noFailpoints } from '../../../packages/server/src/log/failpoints.ts';
import { GroupedLog } from '../../../packages/server/src/log/grouped-log.ts';
import { openPostgresStore } from '../../../packages/server/src/log/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../packages/server/src/log/sqlite/sqlite-store.ts';
import { systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { accepted } from '../../support/apps/replies.ts';
import { endStep, header, ids, message, openChat, startStep } from '../../support/stores/facts.ts';

/*
 * Writes the store of a golden sample: a chat of two days whose agent has a model without a price, then one with a
 * price, then the demo model; and one of the demo model alone. To make it, copy this file to the same place in a
 * checkout of the release and run it there with RETINUE_DATA or DATABASE_URL set. The samples are never made again:
 * that release wrote them.
 */
let today = Date.parse('2026-03-01T22:00:00Z');
const clock = { ...systemClock, now: () => today };
const { DATABASE_URL: url, RETINUE_DATA: directory = '' } = process.env;
const store = url
  ? await openPostgresStore({ url })
  : openSqliteStore({ directory, readOnly: false, now: systemClock.now() });
const log = new GroupedLog(store, { clock, failpoints: noFailpoints, onProblem: console.error });

const [mixed, free] = [ids.thread(), ids.thread()];
for (const threadId of [mixed, free]) await log.append(header('open-chat'), [openChat(threadId)]);
await changeModel(mixed, 'prv_local');
await spend(mixed, 10, {});
await spend(mixed, 20, { costMicros: 7 });
await changeModel(free, 'demo');
await spend(free, 40, {});
today = Date.parse('2026-03-02T10:00:00Z');
await spend(mixed, 80, {});
await changeModel(mixed, 'demo');
await spend(mixed, 160, {});
await log.close();

async function spend(threadId: typeof mixed, inputTokens: number, cost: { costMicros?: number }): Promise<void> {
  await write(threadId, message('And now?'));
  await write(threadId, startStep(await thread(threadId)));
  const { data } = endStep(await thread(threadId)) as Extract<Fact, { type: 'step.ended' }>;
  await write(threadId, { type: 'step.ended', data: { ...data, usage: { ...noUsage, inputTokens, ...cost } } });
}

async function changeModel(threadId: typeof mixed, provider: string): Promise<void> {
  const { agent } = await thread(threadId);
  await write(threadId, { type: 'agent.changed', data: { agent: { ...agent, model: { provider, id: 'm' } } } });
}

async function write(threadId: typeof mixed, fact: Fact): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts: [fact] }]));
}

async function thread(threadId: typeof mixed) {
  const found = await log.thread(localWorkspaceId, threadId);
  if (!found) throw new Error(`no thread ${threadId}`);
  return found;
}
