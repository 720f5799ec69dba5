import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limits, Question, ThreadId } from '@retinue/protocol';
import { agentIdOf, isUnfinished, localWorkspaceId, totalTokens, viewTree } from '@retinue/protocol';
import type { PlayingServer } from '../fakes/playing-server.ts';
import { startPlayingServer } from '../fakes/playing-server.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { agent, allTasks, type TestAppOptions, wait } from '../support/apps/test-app.ts';
import { delegating, newTask, told } from '../support/models/scripts.ts';
import type { Script } from '../support/scripted/script.ts';
import { byAgent, inputsOf, resultsOf } from '../support/scripted/script.ts';
import { barrier, call, fail, hang, say, together } from '../support/scripted/script-lines.ts';
import type { Seen } from '../support/tools/witness-tools.ts';
import { witnessTools } from '../support/tools/witness-tools.ts';

/*
 * Control over a tree, end to end: commands come in over HTTP, models are called over HTTP, and requests are counted
 * where they arrive.
 */
const workspaceId = localWorkspaceId;
const params = { workspaceId };
const team = [
  agent('boss', { subAgents: ['lead', 'clerk'] }),
  agent('lead', { subAgents: ['head'] }),
  agent('head', { subAgents: ['clerk'] }),
  agent('clerk', { tools: ['mail', 'askUser'] }),
];

interface Scene extends AsyncDisposable {
  provider: PlayingServer;
  app: ServedApp;
  seen: Seen[];
}

async function openScene(script: Script, options: Partial<TestAppOptions> = {}): Promise<Scene> {
  const provider = await startPlayingServer(script);
  const { tools, seen } = witnessTools();
  const replacements = { models: provider.models() };
  const parts = { script: [], agents: team, tools, limits: { maxDepth: 3 }, replacements };
  const app = await openServed({ ...parts, ...options });
  return {
    provider,
    app,
    seen,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Both ways to need a person: a question for a text, and a call for an approval. */
const ways = {
  question: {
    make: (to: string) => call('askUser', { question: `What of ${to}?` }),
    heard: (to: string) => `so ${to}`,
  },
  approval: { make: (to: string) => call('mail', { to }), heard: () => 'mail done' },
} as const;
type Way = keyof typeof ways;

/** Needs a person once, and reports the outcome. */
function needing(way: Way): Script {
  return (request) => {
    const [to = ''] = inputsOf(request);
    const [result] = resultsOf(request);
    return result ? [say(`${to}: ${told(result.value)}.`)] : [ways[way].make(to)];
  };
}

const threeDeep = (clerk: Script) =>
  byAgent({
    boss: delegating(['lead', 'a']),
    lead: delegating(['head', 'b']),
    head: delegating(['clerk', 'c']),
    clerk,
  });

async function openChat({ app: { owner } }: Scene): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'go' } })).chatId;
}

async function questions({ app: { owner } }: Scene, count: number): Promise<Question[]> {
  while (true) {
    const { results } = await owner.listOpenQuestions({ params });
    if (results.length >= count) return results;
    await wait(5);
  }
}

function help({ app: { owner } }: Scene, way: Way, { chatId, questionId }: Question, to: string): Promise<unknown> {
  const place = { ...params, chatId, questionId };
  if (way === 'question') return owner.answerQuestion({ params: place, body: { answer: ways.question.heard(to) } });
  return owner.answerApproval({ params: place, body: { verdict: 'approved' } });
}

async function atRest({ app }: Scene, chatId: ThreadId) {
  while (true) {
    const tree = (await app.served.retinue.log.tree(workspaceId, chatId)) ?? assert.fail('no chat');
    const view = viewTree(tree) ?? assert.fail('no chat');
    if (Object.values(tree.threads).every(({ status }) => !isUnfinished(status))) return view;
    await wait(5);
  }
}

for (const way of Object.keys(ways) as Way[]) {
  test(`[D11.1][U6] a child at depth 3 needs a person (${way}): the request is at the root, is answered there, and the same call continues`, async () => {
    await using scene = await openScene(threeDeep(needing(way)));
    const chatId = await openChat(scene);
    const [question] = await questions(scene, 1);
    assert.ok(question);
    assert.deepEqual([question.chatId, question.path.length], [chatId, 4]);
    assert.deepEqual(
      scene.provider.asked.map(({ agent }) => agent),
      ['boss', 'lead', 'head', 'clerk'],
    );
    await help(scene, way, question, 'c');
    const root = await atRest(scene, chatId);
    assert.match(root.thread.outcome?.result ?? '', new RegExp(`c: ${ways[way].heard('c')}\\.`));
    assert.deepEqual(
      scene.provider.asked.slice(4).map(({ agent }) => agent),
      ['clerk', 'head', 'lead', 'boss'],
    );
    const clerk = allTasks(root).at(-1)?.child?.thread;
    const calls = clerk?.items.flatMap((item) => (item.type === 'step' ? item.calls : [])) ?? [];
    assert.deepEqual(
      calls.map(({ callId, status }) => [callId, status]),
      [[question.toolCallId, 'done']],
    );
  });

  test(`[D11.4] two parallel children of the same agent need a person (${way}), and are answered in reverse order`, async () => {
    const script = byAgent({ boss: delegating(['clerk', 'north'], ['clerk', 'south']), clerk: needing(way) });
    await using scene = await openScene(script);
    const chatId = await openChat(scene);
    const open = await questions(scene, 2);
    const askers = open.map(({ path }) => path.at(-1)?.title ?? '');
    assert.deepEqual([...askers].sort(), ['north', 'south']);
    assert.equal(scene.provider.asked.length, 3);
    for (const [index, question] of [...open.entries()].toReversed()) {
      const before: number = scene.provider.asked.length;
      await help(scene, way, question, askers[index] ?? '');
      while (scene.provider.asked.length === before) await wait(5);
      const left = await questions(scene, 0);
      assert.deepEqual(
        left.map(({ questionId }) => questionId),
        open.slice(0, index).map(({ questionId }) => questionId),
      );
    }
    const root = await atRest(scene, chatId);
    for (const to of askers) assert.ok(root.thread.outcome?.result.includes(`${to}: ${ways[way].heard(to)}.`));
    assert.equal(scene.provider.asked.length, 6);
    assert.deepEqual(scene.seen.map(({ args }) => args.to).sort(), way === 'approval' ? ['north', 'south'] : []);
  });

  test(`[D11.3][X18] of many answers at once (${way}) one counts, and later ones change nothing`, async () => {
    await using scene = await openScene(threeDeep(needing(way)));
    const chatId = await openChat(scene);
    const [question] = await questions(scene, 1);
    assert.ok(question);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => help(scene, way, question, 'c')));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    await atRest(scene, chatId);
    const { log } = scene.app.served.retinue;
    const head = await log.feed.head();
    await assert.rejects(help(scene, way, question, 'c'), { code: 'question-closed' });
    assert.equal(await log.feed.head(), head);
    assert.equal(scene.provider.asked.length, 8);
    assert.equal(scene.seen.length, way === 'approval' ? 1 : 0);
  });
}

test('[D12] stopped at the root while newTask calls are written and others wait, no model is called anywhere afterwards', async () => {
  const script = byAgent({
    boss: [together(newTask('lead', 'a'), newTask('clerk', 'ask'))],
    lead: [together(...['b', 'c', 'd', 'waits'].map((task) => newTask('head', task)))],
    head: [say('I send '), newTask('clerk', 'e'), barrier('writing'), hang()],
    clerk: needing('question'),
  });
  await using scene = await openScene(script, { limits: { maxDepth: 3, maxChildrenAtOnce: 3 } });
  const { provider, app } = scene;
  const chatId = await openChat(scene);
  await provider.barriers.reached('writing', 3);
  const [question] = await questions(scene, 1);
  assert.ok(question);
  await app.owner.cancelChat({ params: { ...params, chatId } });
  const asked = provider.asked.length;
  provider.barriers.release('writing');
  const root = await atRest(scene, chatId);
  assert.deepEqual([...new Set(allTasks(root).map(({ status }) => status))], ['cancelled']);
  await assert.rejects(help(scene, 'question', question, 'ask'), { code: 'question-closed' });
  await app.stop(1000);
  assert.equal(provider.asked.length, asked);
  assert.ok(provider.asked.some(({ agent, isWhole }) => agent === 'head' && !isWhole));
});

test("[E6] the cost of a tree equals its provider's count, with estimates only for stopped steps and those cut by a restart", async () => {
  const script = byAgent({
    boss: delegating(['clerk', 'done'], ['clerk', 'stopped'], ['clerk', 'restarted']),
    clerk: (request) => {
      const [what] = inputsOf(request);
      if (what === 'done') return [say('Found it.')];
      return what === 'stopped' ? [say('Half '), barrier('half'), hang()] : [say('Almost '), barrier('life'), say('.')];
    },
  });
  await using scene = await openScene(script);
  const { provider, app } = scene;
  const chatId = await openChat(scene);
  await provider.barriers.reached('half');
  await provider.barriers.reached('life');
  const tasks = (await app.owner.listTasks({ params: { ...params, chatId } })).results;
  const taskId = tasks.find(({ title }) => title === 'stopped')?.taskId ?? assert.fail('no task');
  await app.owner.cancelTask({ params: { ...params, chatId, taskId } });
  while (!provider.asked.some(({ isWhole, agent }) => isWhole && agent === 'clerk')) await wait(5);
  await app.stop(0);
  const { tools } = witnessTools();
  const again = { script: [], agents: team, tools, replacements: { models: provider.models() } };
  await using second = await openServed({ ...again, directory: app.directory });
  provider.barriers.release('life');
  second.served.retinue.start();
  const root = await atRest({ ...scene, app: second }, chatId);
  assert.deepEqual(
    allTasks(root).map(({ status }) => status),
    ['success', 'cancelled', 'success'],
  );
  const tree = (await second.served.retinue.log.tree(workspaceId, chatId)) ?? assert.fail('no chat');
  const threads = Object.values(tree.threads);
  const sum = (pick: (usage: typeof root.usage) => number) =>
    threads.reduce((total, { usage }) => total + pick(usage), 0);
  assert.equal(totalTokens(root.usage), sum(totalTokens));
  const whole = provider.asked.filter(({ isWhole }) => isWhole);
  assert.equal(provider.asked.length - whole.length, 2, 'one stopped, one restarted');
  assert.equal(
    sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    whole.reduce((total, { usage }) => total + usage.inputTokens + usage.outputTokens, 0),
  );
  const cut = threads.filter(({ usage }) => usage.estimatedTokens > 0).map(({ title }) => title);
  assert.deepEqual(cut.sort(), ['restarted', 'stopped']);
  const { usage } = await second.owner.getChat({ params: { ...params, chatId } });
  assert.deepEqual(usage, root.usage);
});

/** The bounds of a task, and a model that claims success at each of them, and after it. */
const bounds: Record<string, Partial<Limits>> = {
  steps: { maxSteps: 3 },
  tokens: { maxTokens: 2500 },
  characters: { maxOutputChars: 1000 },
  budget: { budget: { tokens: 3000, costMicros: null, workMs: null, calls: null, tasks: null } },
};
for (const [name, limits] of Object.entries(bounds)) {
  for (const isHeard of [true, false]) {
    test(`[D6][D6.4][D17.4] a task that a limit ends (${name}) is never a success, with ${isHeard ? '' : 'no '}final report of its findings`, async () => {
      const working: Script = ({ place }) => [
        say(name === 'characters' ? 'All is well. '.repeat(100) : 'All is well. '),
        call('look', { round: place.step }),
      ];
      const gatherer = isHeard ? [say('All is well, it is done.')] : [fail({ retryable: false })];
      const script = byAgent({ boss: delegating(['clerk', 'go']), clerk: working, gatherer });
      const agents = [agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['look'] })];
      await using scene = await openScene(script, { agents, limits: { maxDepth: 1, ...limits } });
      const root = await atRest(scene, await openChat(scene));
      const [task] = allTasks(root);
      assert.deepEqual([task?.status, task?.child?.thread.outcome?.status], ['failed', 'failed']);
      assert.match(task?.task.outcome?.reason?.code ?? '', /limit|budget/);
      const alone = await scene.app.owner.openChat({ params, body: { agentId: agentIdOf('clerk'), text: 'go' } });
      const { thread } = await atRest(scene, alone.chatId);
      assert.deepEqual([thread.status, thread.outcome?.status], ['failed', 'failed']);
    });
  }
}
