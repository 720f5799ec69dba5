import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { LogEvent, ThreadNode, ThreadState } from '@retinue/protocol';
import { addUsage, costOf, localWorkspaceId, viewTree } from '@retinue/protocol';
import { buildRetinue } from '../../packages/server/src/main.ts';
import type { Asked, PlayingServer } from '../fakes/playing-server.ts';
import { startPlayingServer } from '../fakes/playing-server.ts';
import { costOfUsage } from '../support/apps/paid-app.ts';
import { allTasks, configFor, temporaryDirectory, wait } from '../support/apps/test-app.ts';
import { newTask } from '../support/models/scripts.ts';
import { bundled } from '../support/processes/bundle.ts';
import { startChild } from '../support/processes/child-process.ts';
import { byAgent, inputsOf } from '../support/scripted/script.ts';
import { pause, say, together } from '../support/scripted/script-lines.ts';
import { budget, spenders } from './subject/spender.ts';

/** Each delegates to two of the next kind in every step, as long as it is allowed. */
const spawning = byAgent({
  ...Object.fromEntries(
    spenders.map((name, index) => [
      name,
      (request) => {
        const next = spenders[index + 1];
        const place = `${inputsOf(request)[0]}.${request.place.step}`;
        const tasks = ['a', 'b'].map((part) => newTask(next ?? '', `${place}${part}`));
        const mayCall = next && request.toolChoice !== 'none';
        return [say('On it. '), pause(20), ...(mayCall ? [together(...tasks)] : [say('That is all.')])];
      },
    ]),
  ),
  gatherer: [say('That is what there is.')],
});

test('[D17.2] an agent that only delegates stays within its budget across kill -9: the cap, and one call for each active agent', async (context) => {
  const directory = await temporaryDirectory();
  await using provider = await startPlayingServer(spawning);
  try {
    let kills = 0;
    for (let isAtRest = false; !isAtRest; kills += 1) isAtRest = await live(directory, provider, kills < mostKills);
    assert.ok(kills > 5, `it was killed ${kills} times at work`);
    context.diagnostic(`${kills} lives`);
    const { view, events } = await look(directory);
    checkTasks(view, events);
    context.diagnostic(checkMoney(view, events, provider.asked));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

const mostKills = 12;
const spender = new URL('subject/spender.ts', import.meta.url);

/** One life of the process: until no work is left, or until the provider got a few more requests. */
async function live(directory: string, provider: PlayingServer, isKilled: boolean): Promise<boolean> {
  const before = provider.asked.length;
  const child = startChild([await bundled(spender), directory, provider.baseUrl], {});
  const rest = new Promise<boolean>((resolve) => {
    child.process.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('rest')) resolve(true);
    });
    void child.ended.then(() => resolve(false));
  });
  const over = new AbortController();
  const isAtRest = await Promise.race([rest, ...(isKilled ? [askedMore(provider, before + 6, over.signal)] : [])]);
  over.abort();
  assert.equal(child.complaints(), '');
  child.kill();
  await child.ended;
  return isAtRest;
}

async function askedMore({ asked }: PlayingServer, times: number, over: AbortSignal): Promise<false> {
  while (!over.aborted && asked.length < times) await wait(1);
  return false;
}

async function look(directory: string): Promise<{ view: ThreadNode; events: LogEvent[] }> {
  const { log, stop } = await buildRetinue(configFor(directory), { isReadOnly: true });
  try {
    const [chat] = await log.readModels.chats(localWorkspaceId, { limit: 1 });
    const rootId = chat?.threadId ?? assert.fail('there is no chat');
    const tree = await log.tree(localWorkspaceId, rootId);
    const view = (tree && viewTree(tree)) ?? assert.fail('there is no chat');
    return { view, events: await log.read({ workspaceId: localWorkspaceId, rootId, after: 0, limit: 1_000_000 }) };
  } finally {
    await stop(0);
  }
}

function checkTasks(view: ThreadNode, events: readonly LogEvent[]): void {
  const tasks = allTasks(view);
  assert.ok(tasks.length <= budget.tasks, `${tasks.length} tasks`);
  const limited = allThreads(view).filter(({ outcome }) =>
    /budget|limit|no-progress/.test(outcome?.reason?.code ?? ''),
  );
  for (const { outcome } of limited) assert.equal(outcome?.status, 'failed');
  assert.ok(limited.length > 0);
  const refused = events.flatMap(({ type, data }) => (type === 'call.ended' && data.error ? [data.error] : []));
  assert.ok(refused.length > 0);
  const expected =
    /^(task-share-too-small|tasks-of-budget|tasks-of-turn|budget-(reached|cut-answer|too-small)|no-progress|interrupted-too-often)$/;
  for (const { code } of refused) assert.match(code, expected);
}

function checkMoney(view: ThreadNode, events: readonly LogEvent[], asked: readonly Asked[]): string {
  const spent = asked.reduce((sum, { usage }) => sum + costOfUsage(usage), 0);
  const atWork = mostAtWork(events);
  const byThread = Map.groupBy(asked, ({ agent, instruction }) => `${agent} ${instruction}`);
  const dearest = [...byThread.values()]
    .map((own) => Math.max(...own.map(({ usage }) => costOfUsage(usage))))
    .sort((left, right) => right - left);
  const oneEach = dearest.slice(0, atWork).reduce((sum, cost) => sum + cost, 0);
  const words = `${spent} of ${budget.costMicros}, and ${oneEach} for one call of each of ${atWork} at work; ${costOf(view.usage)} in the books`;
  assert.ok(spent > budget.costMicros / 2, words);
  assert.ok(spent <= budget.costMicros + oneEach, words);
  const crashed = events.flatMap(({ type, data }) =>
    type === 'step.cut' && data.reason === 'crash' ? [data.usage] : [],
  );
  assert.ok(crashed.length > 0 && crashed.every((usage) => usage.estimatedTokens > 0 && costOf(usage) > 0), words);
  assert.deepEqual(
    view.usage,
    allThreads(view)
      .map(({ usage }) => usage)
      .reduce(addUsage),
    'the root has the sum',
  );
  // Usage that a crash left uncounted was counted in full, so the log never counts less than the provider.
  assert.ok(costOf(view.usage) >= spent, words);
  return words;
}

function allThreads(view: ThreadNode): ThreadState[] {
  return [view.thread, ...allTasks(view).flatMap(({ child }) => child?.thread ?? [])];
}

/** The highest number of unfinished threads at one moment. */
function mostAtWork(events: readonly LogEvent[]): number {
  let [now, most] = [0, 0];
  for (const { type } of events) {
    if (type === 'thread.opened') now += 1;
    if (type === 'thread.ended' || type === 'thread.cancelled') now -= 1;
    most = Math.max(most, now);
  }
  return most;
}
