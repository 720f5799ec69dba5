import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, localWorkspaceId } from '@retinue/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import { startPlayingServer } from '../../../../../tests/fakes/playing-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { malformedSteps } from '../../../../../tests/support/models/malformed-calls.ts';
import { newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { strictly } from '../../../../../tests/support/models/strict-prompt.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { inputsOf } from '../../../../../tests/support/scripted/script.ts';
import type { Line } from '../../../../../tests/support/scripted/script-lines.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { createScriptedModel } from '../../../../../tests/support/scripted/scripted-model.ts';
import { treeAtRest } from '../../../../../tests/support/stores/stuck-threads.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import { createModels } from '../../models/models.ts';
import type { Model, ModelRequest } from '../../ports/engine/model.ts';

const seed = Number(process.env.RETINUE_TEST_SEED ?? 20_261_116);
const count = Number(process.env.RETINUE_MALFORMED ?? 300);
const lookInput = z.strictObject({ round: z.int() });

test(`[E8][A9] after ${count} malformed steps everything ended with a reason, and the next message works (seed ${seed})`, async () => {
  const steps = fc.sample(malformedSteps(), { seed, numRuns: count });
  await play(steps, createScriptedModel(broken(steps)));
});

test(`[E8][A9] so it is after ${Math.ceil(count / 3)} of them from a provider over HTTP (seed ${seed})`, async () => {
  const steps = fc.sample(malformedSteps(), { seed: seed + 1, numRuns: Math.ceil(count / 3) });
  await using provider = await startPlayingServer(broken(steps));
  await play(steps, remoteModel({ baseUrl: provider.baseUrl, apiKey: null }));
});

async function play(steps: readonly Line[][], spoken: Model): Promise<void> {
  const { model, refusals } = strictly(spoken);
  const seen: unknown[] = [];
  const look = toolFor('look', async (args) => seen.push(args), { effect: 'read' });
  await using app = await openTestApp({
    script: [],
    agents: [
      agent('boss', { subAgents: ['worker'], tools: ['look', 'askUser'] }),
      agent('worker', { tools: ['look'] }),
    ],
    tools: [{ ...look, input: lookInput }],
    limits: { maxSteps: 8 },
    replacements: { models: createModels({ providers: { scripted: model } }) },
  });
  app.retinue.start();
  const cases = steps.map((_, index) => index);
  await Promise.all(Array.from({ length: 16 }, () => playAll(app, cases)));
  assert.deepEqual(refusals, []);
  assert.deepEqual(app.problems, []);
  for (const args of seen) lookInput.parse(args);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
}

/** The chat's own agent makes the calls of an odd case, its child those of an even one. */
function broken(steps: readonly Line[][]): Script {
  return (request) => {
    const asked = inputsOf(request).at(-1) ?? '';
    const place = Number(/^case (\d+)$/.exec(asked)?.[1] ?? -1);
    if (place < 0 || hasSpoken(request))
      return request.place.agentId === 'agt_worker' ? [succeed('so')] : [say('Fine.')];
    const isChild = request.place.agentId === 'agt_worker';
    return isChild || place % 2 === 1 ? (steps[place] ?? []) : [newTask('worker', asked)];
  };
}

function hasSpoken({ messages }: ModelRequest): boolean {
  return messages.findLastIndex(({ role }) => role === 'user') < messages.length - 1;
}

async function playAll(app: TestApp, cases: number[]): Promise<void> {
  for (let place = cases.shift(); place !== undefined; place = cases.shift()) {
    const rootId = await app.open(`case ${place}`);
    assertEnded(await atRest(app, rootId), place);
    await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'And now?' });
    const next = await atRest(app, rootId);
    const { result, reason } = next.outcome ?? {};
    assert.deepEqual([place, next.status, result, reason], [place, 'idle', 'Fine.', null]);
  }
}

async function atRest(app: TestApp, rootId: ThreadId): Promise<ThreadState> {
  while (true) {
    const { threads } = await treeAtRest(app, rootId);
    if (Object.values(threads).every(({ status }) => !isUnfinished(status)))
      return threads[rootId] ?? assert.fail('gone');
    const questions = await app.log.readModels.openQuestions(localWorkspaceId);
    for (const { questionId } of questions.filter((question) => question.rootId === rootId))
      await app.commands.answerQuestion(app.context(), { questionId, answer: 'that' });
  }
}

function assertEnded({ status, outcome }: ThreadState, place: number): void {
  assert.ok(status === 'idle' || status === 'failed', `case ${place} is ${status}`);
  assert.ok(status === 'idle' || outcome?.reason, `case ${place} failed without a reason`);
}
