import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chat, ThreadId } from '@retinue/protocol';
import { questionsIn } from '../../packages/server/src/cli/progress.ts';
import type { Script } from '../../packages/server/src/models/script.ts';
import { byAgent, bySteps } from '../../packages/server/src/models/script.ts';
import { barrier, call, hang, say } from '../../packages/server/src/models/script-lines.ts';
import { bothStores } from '../support/both-stores.ts';
import { agent, wait } from '../support/house.ts';
import type { JumpingClock } from '../support/jumping-clock.ts';
import { jumpingClock } from '../support/jumping-clock.ts';
import { delegating } from '../support/scripts.ts';
import { openServed } from '../support/served.ts';
import { connect } from '../support/sse.ts';
import { witnessTools } from '../support/witness-tools.ts';
import { changes } from './changes.ts';
import { asking, heldReader, open, openAsking, openIdle, params, threadOf, until } from './subjects.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss')];
const mail = witnessTools().tools;
const script = [say('Yes.')];

for (const [kind, createStore] of Object.entries(stores)) {
  for (const [what, change] of Object.entries(changes)) {
    test(`[E42] on ${kind} chats are listed, paged and shown live in the order in which they began, though the clock is set ${what}`, async () => {
      const clock = jumpingClock();
      const place = { store: await createStore(), directory: await newDirectory() };
      await using house = await openServed({ ...place, script, agents: team, replacements: { clock } });
      const rows = new Map<ThreadId, Chat>();
      const headers = { authorization: `Bearer ${house.token}` };
      const stream = connect(`${house.url}/api/workspaces/ws_local/stream`, headers, ({ type, data }) => {
        if (type !== 'chat') return;
        const row: Chat = JSON.parse(data);
        assert.ok(row.position >= (rows.get(row.chatId)?.position ?? 0), 'a later row has a higher position');
        rows.set(row.chatId, row);
      });
      assert.equal(await stream.status, 200);
      const begun: ThreadId[] = [];
      for (const text of ['first', 'second']) begun.unshift(await openIdle(house, text));
      change(clock);
      for (const text of ['third', 'fourth']) begun.unshift(await openIdle(house, text));
      assert.deepEqual(await pagesOf(house), begun);
      const first = begun.at(-1) ?? assert.fail();
      await house.owner.changeChat({ params: { ...params, chatId: first }, body: { title: 'Renamed' } });
      await inTenSeconds(clock, () => rows.get(first)?.title === 'Renamed' && rows.size === begun.length);
      const live = [...rows.values()].sort((left, right) => right.openedPosition - left.openedPosition);
      assert.deepEqual(
        live.map(({ chatId }) => chatId),
        begun,
      );
      stream.cut();
    });

    test(`[E42] on ${kind} open questions are in the order in which they were asked, though the clock is set ${what}`, async () => {
      const clock = jumpingClock();
      const place = { store: await createStore(), directory: await newDirectory() };
      await using house = await openServed({ ...place, ...asking, tools: mail, replacements: { clock } });
      const asked = [await openAsking(house)];
      change(clock);
      for (let count = 0; count < 2; count += 1) asked.push(await openAsking(house));
      const { results } = await house.owner.listOpenQuestions({ params });
      assert.deepEqual(
        results.map(({ chatId }) => chatId),
        asked.map(({ place: { chatId } }) => chatId),
      );
    });
  }
}

for (const [what, change] of Object.entries(changes)) {
  test(`[E42] the questions of one chat are in the order in which they were asked, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    const asks = (to: string): Script => bySteps([barrier(to), call('mail', { to })], [say('Sent.')]);
    const agents = [
      agent('boss', { subAgents: ['first', 'second'] }),
      agent('first', { tools: ['mail'] }),
      agent('second', { tools: ['mail'] }),
    ];
    // The one that is called last asks first, so the order of calls is not that of the questions.
    const boss = delegating(['second', 'mail'], ['first', 'mail']);
    const asking = byAgent({ boss, first: asks('first'), second: asks('second') });
    await using house = await openServed({ script: asking, agents, tools: mail, replacements: { clock } });
    const chatId = await open(house);
    const asked = async () => (await house.owner.listQuestions({ params: { ...params, chatId } })).results;
    await house.model.barriers.reached('second');
    house.model.barriers.release('first');
    await until(async () => (await asked()).length === 1);
    change(clock);
    house.model.barriers.release('second');
    await until(async () => (await asked()).length === 2);
    assert.deepEqual(
      (await asked()).map(({ path }) => path.at(-1)?.agentName),
      ['first', 'second'],
    );
    const tree = (await house.served.retinue.log.tree(params.workspaceId, chatId)) ?? assert.fail('no tree');
    assert.deepEqual(
      questionsIn(tree).map(({ asker }) => asker.agent.name),
      ['first', 'second'],
    );
  });

  test(`[E40][S5] what a sub-agent does reaches a client of the AI SDK at once, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    await using house = await openServed({ ...heldReader, replacements: { clock } });
    const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'go' }] };
    const response = await fetch(`${house.url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${house.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'a-chat', messages: [message], trigger: 'submit-message', agentId: 'agt_boss' }),
    });
    assert.equal(response.status, 200);
    let text = '';
    const reading = (async () => {
      for await (const piece of response.body ?? []) text += new TextDecoder().decode(piece);
    })().catch(() => {});
    await house.model.barriers.reached('first');
    await until(async () => text.includes('page 1 x'));
    change(clock);
    house.model.barriers.release('first');
    await house.model.barriers.reached('second');
    await inTenSeconds(clock, () => text.includes('page 2 x'));
    await house.stop();
    await reading;
  });

  test(`[E40] a stopped chat goes on at once when it is resumed, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    await using house = await openServed({ script, agents: team, replacements: { clock } });
    const chatId = await openIdle(house);
    const chat = { ...params, chatId };
    await house.owner.stopChat({ params: chat });
    change(clock);
    await house.owner.sendMessage({ params: chat, body: { text: 'more' } });
    await clock.pass(10_000);
    assert.equal((await threadOf(house, chatId))?.steps, 1, 'it stays stopped');
    await house.owner.resumeChat({ params: chat });
    await until(async () => (await threadOf(house, chatId))?.steps === 2);
  });

  test(`[E43] the working time of what is stopped in mid-step is what passed, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
    const delegates = byAgent({
      boss: bySteps([call('newTask', { task: 'wait', subAgentId: 'agt_worker' })], [say('Stopped.')]),
      worker: [say('Hm.'), barrier('work'), hang()],
    });
    await using house = await openServed({ script: delegates, agents, replacements: { clock } });
    const chatId = await open(house);
    await house.model.barriers.reached('work');
    change(clock);
    await clock.pass(20_000);
    await house.owner.cancelChat({ params: { ...params, chatId } });
    const tree = await house.served.retinue.log.tree(params.workspaceId, chatId);
    const worked = Object.values(tree?.threads ?? {}).find(({ parent }) => parent)?.workedMs ?? 0;
    assert.ok(worked >= 20_000 && worked < 60_000, `${worked} ms of work`);
    const ended = (await threadOf(house, chatId))?.items.flatMap((item) => ('calls' in item ? item.calls : []));
    const spent = ended?.flatMap(({ tasks }) => tasks).find(({ outcome }) => outcome)?.outcome?.spent?.workMs ?? 0;
    assert.ok(spent < 60_000, `${spent} ms spent`);
  });
}

/** No later than that by the clock, with real time for what goes through connections. */
async function inTenSeconds(clock: JumpingClock, holds: () => boolean): Promise<void> {
  for (let passedMs = 0; !holds(); passedMs += 100) {
    assert.ok(passedMs < 10_000, '10 s have passed, and it does not hold');
    await clock.pass(100);
    await wait(20);
  }
}

async function pagesOf({ owner }: { owner: Parameters<typeof openIdle>[0]['owner'] }): Promise<ThreadId[]> {
  const listed: ThreadId[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof owner.listChats>> = await owner.listChats({
      params,
      query: { limit: '3', ...(cursor && { cursor }) },
    });
    listed.push(...page.results.map(({ chatId }) => chatId));
    cursor = page.cursor;
  } while (cursor);
  return listed;
}
