import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, localWorkspaceId } from '@retinue/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import { startPlayingServer } from '../../../../../tests/fakes/playing-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { malformedSteps } from '../../../../../tests/support/malformed-calls.ts';
import { treeAtRest } from '../../../../../tests/support/resting.ts';
import { newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { strictly } from '../../../../../tests/support/strict-prompt.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import { createModels } from '../../models/models.ts';
import type { Script } from '../../models/script.ts';
import { inputsOf } from '../../models/script.ts';
import type { Line } from '../../models/script-lines.ts';
import { say } from '../../models/script-lines.ts';
import { createScriptedModel } from '../../models/scripted.ts';
import type { Model, ModelRequest } from '../../ports/model.ts';

const seed = Number(process.env.RETINUE_TEST_SEED ?? 20_261_116);
const count = Number(process.env.RETINUE_MALFORMED ?? 300);
const lookInput = z.strictObject({ round: z.int() });

test(`[E8][A9] after ${count} malformed steps everything ended with a reason, and the next message works (seed ${seed})`, async () => {
  const steps = fc.sample(malformedSteps(), { seed, numRuns: count });
  await play(steps, createScriptedModel(broken(steps)));
});

test(`[E8][A9] so did everything after ${Math.ceil(count / 3)} of them from a provider over HTTP (seed ${seed})`, async () => {
  const steps = fc.sample(malformedSteps(), { seed: seed + 1, numRuns: Math.ceil(count / 3) });
  await using provider = await startPlayingServer(broken(steps));
  await play(steps, remoteModel({ baseUrl: provider.baseUrl, apiKey: null }));
});

async function play(steps: readonly Line[][], spoken: Model): Promise<void> {
  const { model, refusals } = strictly(spoken);
  const seen: unknown[] = [];
  const look = toolFor('look', async (args) => seen.push(args), { effect: 'read' });
  await using house = await openHouse({
    script: [],
    agents: [
      agent('boss', { subAgents: ['worker'], tools: ['look', 'askUser'] }),
      agent('worker', { tools: ['look'] }),
    ],
    tools: [{ ...look, input: lookInput }],
    limits: { maxSteps: 8 },
    replacements: { models: createModels({ providers: { scripted: model } }) },
  });
  house.retinue.start();
  const cases = steps.map((_, index) => index);
  await Promise.all(Array.from({ length: 16 }, () => playAll(house, cases)));
  assert.deepEqual(refusals, []);
  assert.deepEqual(house.problems, []);
  for (const args of seen) lookInput.parse(args);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: house.directory }), []);
}

/** An odd case is spoken by the chat's own agent, an even one by the child that it sends. */
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

async function playAll(house: House, cases: number[]): Promise<void> {
  for (let place = cases.shift(); place !== undefined; place = cases.shift()) {
    const rootId = await house.open(`case ${place}`);
    assertEnded(await atRest(house, rootId), place);
    await house.commands.sendMessage(house.wish(), { threadId: rootId, text: 'And now?' });
    const next = await atRest(house, rootId);
    const { result, reason } = next.outcome ?? {};
    assert.deepEqual([place, next.status, result, reason], [place, 'idle', 'Fine.', null]);
  }
}

async function atRest(house: House, rootId: ThreadId): Promise<ThreadState> {
  while (true) {
    const { threads } = await treeAtRest(house, rootId);
    if (Object.values(threads).every(({ status }) => !isUnfinished(status)))
      return threads[rootId] ?? assert.fail('gone');
    const questions = await house.log.readModels.openQuestions(localWorkspaceId);
    for (const { questionId } of questions.filter((question) => question.rootId === rootId))
      await house.commands.answerQuestion(house.wish(), { questionId, answer: 'that' });
  }
}

function assertEnded({ status, outcome }: ThreadState, place: number): void {
  assert.ok(status === 'idle' || status === 'failed', `case ${place} is ${status}`);
  assert.ok(status === 'idle' || outcome?.reason, `case ${place} failed without a reason`);
}
