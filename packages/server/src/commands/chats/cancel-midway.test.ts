import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AgentDefinition, Limits } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { PostgresServer } from '../../../../../tests/postgres/server.ts';
import { startPostgres } from '../../../../../tests/postgres/server.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { isSummary } from '../../../../../tests/support/models/long-thread.ts';
import { delegating, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { createScriptedModel } from '../../../../../tests/support/scripted/scripted-model.ts';
import { createModels } from '../../models/models.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';

/*
 * A stop at the root while its tree is in a state that is neither an answer nor a call.
 */
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres[Symbol.asyncDispose]());

const isConsultation = ({ tools }: ModelRequest) => tools.some(({ name }) => name === 'answerQuestion');
const isSalvage = ({ place }: ModelRequest) => place.kind === 'salvage';
const read = toolFor('read', async ({ page }) => `${page} ${'a line of a long page. '.repeat(60)}`, { effect: 'read' });
const reads: Script = ({ place }) => [say(`Page ${place.step}.`), call('read', { page: place.step })];

interface Midway {
  isMidway: (request: ModelRequest) => boolean;
  worker: Script;
  limits?: Partial<Limits>;
  terms?: Partial<AgentDefinition>;
  boss?: Partial<AgentDefinition>;
}
const places: Record<string, Midway> = {
  'a compaction': { isMidway: isSummary, worker: reads, limits: { compactAtTokens: 2000 } },
  'a salvage': { isMidway: isSalvage, worker: reads, limits: { maxSteps: 2 } },
  'a repair': {
    isMidway: ({ place }) => place.kind === 'repair',
    worker: [say('not what was asked for')],
    terms: { resultSchema: { type: 'object' } },
  },
  'a consultation': {
    isMidway: isConsultation,
    worker: [call('askUser', { question: 'Which year?' })],
    boss: { answersQuestions: true },
  },
};

function openMidway({ isMidway, worker, limits = {}, terms, boss }: Midway, url?: string): Promise<TestApp> {
  const held = [barrier('midway'), say('Said too late.'), call('answerQuestion', { answer: '2023' })];
  const plays =
    (script: Script): Script =>
    (request) =>
      isMidway(request) ? held : script;
  return openTestApp({
    script: byAgent({ boss: plays(delegating(['worker', 'a'], ['worker', 'b'])), worker: plays(worker) }),
    agents: [
      { ...agent('boss', { subAgents: ['worker'] }), ...boss },
      { ...agent('worker', { tools: ['read', 'askUser'] }), ...terms },
    ],
    tools: [read],
    limits,
    ...(url ? { store: { kind: 'postgres', url } } : {}),
  });
}

for (const kind of ['sqlite', 'postgres']) {
  describe(kind, () => {
    for (const [about, midway] of Object.entries(places)) {
      test(`[D12] stopped during ${about}, no model call starts afterwards and the whole tree has ended`, async () => {
        await using app = await openMidway(midway, kind === 'postgres' ? await postgres.createDatabase() : undefined);
        const rootId = await app.open('go');
        app.retinue.start();
        await app.model.barriers.reached('midway', 2);
        const requests = app.model.requests.length;
        const stopped = await app.commands.cancelThread(app.context(), { threadId: rootId });
        assert.deepEqual(stopped, { refusal: null, done: { threadId: rootId } });
        app.model.barriers.release('midway');
        const { threads } = await app.tree(rootId);
        assert.deepEqual(
          Object.values(threads).map(({ status }) => status),
          ['cancelled', 'cancelled', 'cancelled'],
        );
        for (const { openStep, openCalls, openTasks } of Object.values(threads))
          assert.deepEqual([openStep, openCalls, openTasks], [null, [], []]);
        await app.stop();
        assert.equal(app.model.requests.length, requests);
      });
    }

    test("[D12] after a stop just before its consultation, the parent's model is not asked", async () => {
      const script = byAgent({
        boss: (request) => (isConsultation(request) ? [say('Too late.')] : delegating(['worker', 'a'])),
        worker: [call('askUser', { question: 'Which year?' })],
      });
      const model = createScriptedModel(script);
      const models = createModels({ providers: { scripted: model } });
      const { promise: asking, resolve: ask } = Promise.withResolvers<void>();
      const { promise: goes, resolve: go } = Promise.withResolvers<void>();
      let isHeld = false;
      await using app = await openTestApp({
        script,
        agents: [{ ...agent('boss', { subAgents: ['worker'] }), answersQuestions: true }, agent('worker')],
        ...(kind === 'postgres' ? { store: { kind, url: await postgres.createDatabase() } } : {}),
        replacements: {
          models: {
            async find(workspaceId, choice) {
              if (isHeld) {
                ask();
                await goes;
              }
              return models.find(workspaceId, choice);
            },
          },
        },
      });
      using _asked = app.log.subscribe(({ events }) => {
        isHeld ||= events.some(({ type }) => type === 'question.asked');
      });
      const rootId = await app.open('go');
      app.retinue.start();
      await asking;
      await app.commands.cancelThread(app.context(), { threadId: rootId });
      assert.deepEqual(await app.log.readModels.openQuestions(localWorkspaceId), []);
      go();
      await app.stop();
      assert.equal(model.requests.filter(isConsultation).length, 0);
    });
  });
}
