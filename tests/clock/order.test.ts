import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chat, ThreadId } from '@retinue/protocol';
import { questionsIn } from '../../packages/server/src/cli/follow/progress.ts';
import { openServed } from '../support/apps/served-app.ts';
import { agent, wait } from '../support/apps/test-app.ts';
import type { JumpingClock } from '../support/clocks/jumping-clock.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { connect } from '../support/http/sse.ts';
import { delegating } from '../support/models/scripts.ts';
import type { Script } from '../support/scripted/script.ts';
import { byAgent, bySteps } from '../support/scripted/script.ts';
import { barrier, call, hang, say } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { witnessTools } from '../support/tools/witness-tools.ts';
import { changes } from './changes.ts';
import { asking, heldReader, open, openAsking, openIdle, params, threadOf, until } from './subjects.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss')];
const mail = witnessTools().tools;
const script = [say('Yes.')];

for (const [kind, createStore] of Object.entries(stores)) {
  for (const [what, change] of Object.entries(changes)) {
    test(`[E42] on ${kind} chats are listed, paged and shown live in the order of their start, though the clock is set ${what}`, async () => {
      const clock = jumpingClock();
      const place = { store: await createStore(), directory: await newDirectory() };
      await using app = await openServed({ ...place, script, agents: team, replacements: { clock } });
      const rows = new Map<ThreadId, Chat>();
      const headers = { authorization: `Bearer ${app.token}` };
      const stream = connect(`${app.url}/api/workspaces/ws_local/stream`, headers, ({ type, data }) => {
        if (type !== 'chat') return;
        const row: Chat = JSON.parse(data);
        assert.ok(row.position >= (rows.get(row.chatId)?.position ?? 0), 'a later row has a higher position');
        rows.set(row.chatId, row);
      });
      assert.equal(await stream.status, 200);
      const begun: ThreadId[] = [];
      for (const text of ['first', 'second']) begun.unshift(await openIdle(app, text));
      change(clock);
      for (const text of ['third', 'fourth']) begun.unshift(await openIdle(app, text));
      assert.deepEqual(await pagesOf(app), begun);
      const first = begun.at(-1) ?? assert.fail();
      await app.owner.changeChat({ params: { ...params, chatId: first }, body: { title: 'Renamed' } });
      await inTenSeconds(clock, () => rows.get(first)?.title === 'Renamed' && rows.size === begun.length);
      const live = [...rows.values()].sort((left, right) => right.openedPosition - left.openedPosition);
      assert.deepEqual(
        live.map(({ chatId }) => chatId),
        begun,
      );
      stream.cut();
    });

    test(`[E42] on ${kind} open questions are listed in the order of the log, though the clock is set ${what}`, async () => {
      const clock = jumpingClock();
      const place = { store: await createStore(), directory: await newDirectory() };
      await using app = await openServed({ ...place, ...asking, tools: mail, replacements: { clock } });
      const asked = [await openAsking(app)];
      change(clock);
      for (let count = 0; count < 2; count += 1) asked.push(await openAsking(app));
      const { results } = await app.owner.listOpenQuestions({ params });
      assert.deepEqual(
        results.map(({ chatId }) => chatId),
        asked.map(({ place: { chatId } }) => chatId),
      );
    });
  }
}

for (const [what, change] of Object.entries(changes)) {
  test(`[E42] the questions of one chat are listed in the order of the log, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    const asks = (to: string): Script => bySteps([barrier(to), call('mail', { to })], [say('Sent.')]);
    const agents = [
      agent('boss', { subAgents: ['first', 'second'] }),
      agent('first', { tools: ['mail'] }),
      agent('second', { tools: ['mail'] }),
    ];
    // The last caller asks first, so the order of calls is not that of the questions.
    const boss = delegating(['second', 'mail'], ['first', 'mail']);
    const asking = byAgent({ boss, first: asks('first'), second: asks('second') });
    await using app = await openServed({ script: asking, agents, tools: mail, replacements: { clock } });
    const chatId = await open(app);
    const asked = async () => (await app.owner.listQuestions({ params: { ...params, chatId } })).results;
    await app.model.barriers.reached('second');
    app.model.barriers.release('first');
    await until(async () => (await asked()).length === 1);
    change(clock);
    app.model.barriers.release('second');
    await until(async () => (await asked()).length === 2);
    assert.deepEqual(
      (await asked()).map(({ path }) => path.at(-1)?.agentName),
      ['first', 'second'],
    );
    const tree = (await app.served.retinue.log.tree(params.workspaceId, chatId)) ?? assert.fail('no tree');
    assert.deepEqual(
      questionsIn(tree).map(({ asker }) => asker.agent.name),
      ['first', 'second'],
    );
  });

  test(`[E40][S5] a sub-agent's work reaches a client of the AI SDK at once, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    await using app = await openServed({ ...heldReader, replacements: { clock } });
    const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'go' }] };
    const response = await fetch(`${app.url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'a-chat', messages: [message], trigger: 'submit-message', agentId: 'agt_boss' }),
    });
    assert.equal(response.status, 200);
    let text = '';
    const reading = (async () => {
      for await (const piece of response.body ?? []) text += new TextDecoder().decode(piece);
    })().catch(() => {});
    await app.model.barriers.reached('first');
    await until(async () => text.includes('page 1 x'));
    change(clock);
    app.model.barriers.release('first');
    await app.model.barriers.reached('second');
    await inTenSeconds(clock, () => text.includes('page 2 x'));
    await app.stop();
    await reading;
  });

  test(`[E40] a stopped chat continues at once when it is resumed, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    await using app = await openServed({ script, agents: team, replacements: { clock } });
    const chatId = await openIdle(app);
    const chat = { ...params, chatId };
    await app.owner.stopChat({ params: chat });
    change(clock);
    await app.owner.sendMessage({ params: chat, body: { text: 'more' } });
    await clock.pass(10_000);
    assert.equal((await threadOf(app, chatId))?.steps, 1, 'it stays stopped');
    await app.owner.resumeChat({ params: chat });
    await until(async () => (await threadOf(app, chatId))?.steps === 2);
  });

  test(`[E43] the working time of a task that is stopped during a step is the elapsed time, though the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
    const delegates = byAgent({
      boss: bySteps([call('newTask', { task: 'wait', subAgentId: 'agt_worker' })], [say('Stopped.')]),
      worker: [say('Hm.'), barrier('work'), hang()],
    });
    await using app = await openServed({ script: delegates, agents, replacements: { clock } });
    const chatId = await open(app);
    await app.model.barriers.reached('work');
    change(clock);
    await clock.pass(20_000);
    await app.owner.cancelChat({ params: { ...params, chatId } });
    const tree = await app.served.retinue.log.tree(params.workspaceId, chatId);
    const worked = Object.values(tree?.threads ?? {}).find(({ parent }) => parent)?.workedMs ?? 0;
    assert.ok(worked >= 20_000 && worked < 60_000, `${worked} ms of work`);
    const ended = (await threadOf(app, chatId))?.items.flatMap((item) => ('calls' in item ? item.calls : []));
    const spent = ended?.flatMap(({ tasks }) => tasks).find(({ outcome }) => outcome)?.outcome?.spent?.workMs ?? 0;
    assert.ok(spent < 60_000, `${spent} ms spent`);
  });
}

/** No later than that by the clock, with real time for work that goes through connections. */
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
