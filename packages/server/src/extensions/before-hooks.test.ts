import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FactFields, ThreadId } from '@retinue/protocol';
import { agentIdOf, createIdMaker, localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp, type TestApp, temporaryDirectory } from '../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../tests/support/clocks/jumping-clock.ts';
import { delegating, succeed, toolFor } from '../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../tests/support/scripted/script.ts';
import { call, callText, say } from '../../../../tests/support/scripted/script-lines.ts';
import { createBeforeHooks } from './run-before-hooks.ts';

const echo = toolFor('echo', async ({ word }) => word ?? null, { effect: 'read' });
const team = [agent('boss', { subAgents: ['worker'], tools: ['echo', 'askUser'] }), agent('worker')];

/** The product with extensions whose hooks are given as source. */
async function openWith(hooks: string[], script: Parameters<typeof openTestApp>[0]['script']): Promise<TestApp> {
  const directory = await temporaryDirectory();
  const paths = hooks.map((_, index) => join(directory, `hooks-${index}.ts`));
  for (const [index, path] of paths.entries())
    await writeFile(path, `export default { name: 'guard-${index}', hooks: { ${hooks[index]} } };`);
  const app = await openTestApp({ script, agents: team, tools: [echo], extensions: paths });
  await rm(directory, { recursive: true });
  return app;
}

async function requestsIn(app: TestApp, rootId: ThreadId): Promise<FactFields<'call.requested'>[]> {
  return (await app.events(rootId)).flatMap((event) => (event.type === 'call.requested' ? [event.data] : []));
}

const echoing = (word: string) =>
  byAgent({ boss: bySteps([call('echo', { word })], (request) => [say(String(resultsOf(request)[0]?.value))]) });

test('[I4] beforeCall refuses a call: it is not run, and the model and the log have the reason', async () => {
  const refusing = `beforeCall: ({ toolName, input }) => (input.word === 'secret' ? { refuse: toolName + ' has a secret.' } : undefined)`;
  await using app = await openWith([refusing], echoing('secret'));
  const root = await app.run('go');
  assert.equal(root.thread.outcome?.result, 'Refused by the extension "guard-0": echo has a secret.');
  const [request] = await requestsIn(app, root.thread.threadId);
  assert.deepEqual(request?.hookDecisions, [
    { extension: 'guard-0', outcome: 'refused', reason: 'echo has a secret.', original: null },
  ]);
  await using other = await openWith([refusing], echoing('fine'));
  const passed = await other.run('go');
  assert.equal(passed.thread.outcome?.result, 'fine');
  assert.equal((await requestsIn(other, passed.thread.threadId))[0]?.hookDecisions, undefined);
});

test('[I4] beforeCall amends a call, one extension after the other, and the log has the original', async () => {
  const first = `beforeCall: ({ input }) => ({ amend: { word: input.word + '!' }, reason: 'More emphasis.' })`;
  const second = `beforeCall: async ({ input }) => ({ amend: { word: input.word + '?' }, reason: 'Less certainty.' })`;
  await using app = await openWith([first, second], echoing('go'));
  const root = await app.run('go');
  assert.equal(root.thread.outcome?.result, 'go!?');
  const [request] = await requestsIn(app, root.thread.threadId);
  assert.deepEqual(request?.args, { word: 'go!?' });
  assert.deepEqual(request?.hookDecisions, [
    { extension: 'guard-0', outcome: 'amended', reason: 'More emphasis.', original: { word: 'go' } },
    { extension: 'guard-1', outcome: 'amended', reason: 'Less certainty.', original: { word: 'go!' } },
  ]);
  assert.deepEqual(await app.findings(), []);
});

test('[I4] beforeTask amends the instruction of a delegation, or refuses it', async () => {
  const script = byAgent({
    boss: delegating(['worker', 'Dig'], ['worker', 'Burn everything']),
    worker: (request) => [succeed(inputsOf(request).at(-1) ?? '')],
  });
  const hook = `beforeTask: ({ instruction, subAgentId }) =>
    instruction.startsWith('Burn') ? { refuse: 'No fire.' } : { amend: instruction + ' gently', reason: subAgentId + ' is strong.' }`;
  await using app = await openWith([hook], script);
  const root = await app.run('go');
  assert.match(
    root.thread.outcome?.result ?? '',
    /success: Dig gently \| Refused by the extension "guard-0": No fire\./,
  );
  assert.equal(root.tasks.length, 1);
  const requests = (await requestsIn(app, root.thread.threadId)).filter(({ name }) => name === 'newTask');
  assert.deepEqual(
    requests.map(({ hookDecisions }) =>
      hookDecisions?.map(({ outcome, reason, original }) => [outcome, reason, original]),
    ),
    [[['amended', 'agt_worker is strong.', 'Dig']], [['refused', 'No fire.', null]]],
  );
});

test('[I4] calls that fail by themselves are not shown to a hook', async () => {
  const hook = `beforeCall: () => { throw new Error('not to be asked'); }`;
  const script = byAgent({ boss: bySteps([callText('echo', '{"word": "he')], [say('Done.')]) });
  await using app = await openWith([hook], script);
  const root = await app.run('go');
  assert.equal(root.thread.outcome?.result, 'Done.');
});

test('[I5] a hook that throws, hangs or returns anything else refuses the call, and is reported', async () => {
  const clock = jumpingClock();
  const ids = createIdMaker(() => 0, Math.random);
  const threadId = ids.thread();
  const thread = { workspaceId: localWorkspaceId, chatId: threadId, threadId, agentId: agentIdOf('boss') };
  const place = { ...thread, callId: ids.call() };
  const replies: [reply: unknown, reported: RegExp][] = [
    [() => assert.fail('a bug'), /a bug/],
    [() => ({ amend: { word: 1 } }), /reason/],
    [() => ({ amend: () => 1, reason: 'x' }), /amend/],
    [() => 'no', /Invalid input/],
    [() => new Promise(() => {}), /longer than 10 seconds/],
  ];
  for (const [reply, reported] of replies) {
    const problems: Error[] = [];
    const onProblem = (problem: unknown) => problems.push(problem as Error);
    const hooks = [{ extension: 'mine', hooks: { beforeCall: reply as () => undefined } }];
    const asked = createBeforeHooks(hooks, { clock, onProblem })?.call({ ...place, toolName: 'echo', input: {} });
    clock.jump(10_001);
    const ruling = await asked;
    const failed = { code: 'extension-failed', extension: 'mine', hook: 'beforeCall' } as const;
    assert.deepEqual(ruling?.problem, failed);
    assert.deepEqual(ruling.records, [{ extension: 'mine', outcome: 'refused', reason: failed, original: null }]);
    assert.equal(problems[0]?.message, 'The hook beforeCall of the extension "mine" failed.');
    assert.match(String(problems[0]?.cause), reported);
  }
});
