import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AgentDefinition, Limits } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { PostgresServer } from '../../../../../tests/postgres/server.ts';
import { startPostgres } from '../../../../../tests/postgres/server.ts';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { isSummary } from '../../../../../tests/support/long-thread.ts';
import { delegating, toolFor } from '../../../../../tests/support/scripts.ts';
import { createModels } from '../../models/models.ts';
import type { Script } from '../../models/script.ts';
import { byAgent } from '../../models/script.ts';
import { barrier, call, say } from '../../models/script-lines.ts';
import { createScriptedModel } from '../../models/scripted.ts';
import type { ModelRequest } from '../../ports/model.ts';

/* A stop at the root while its tree does what is neither an answer nor a call. */
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

function openMidway({ isMidway, worker, limits = {}, terms, boss }: Midway, url?: string): Promise<House> {
  const held = [barrier('midway'), say('Said too late.'), call('answerQuestion', { answer: '2023' })];
  const plays =
    (script: Script): Script =>
    (request) =>
      isMidway(request) ? held : script;
  return openHouse({
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
        await using house = await openMidway(midway, kind === 'postgres' ? await postgres.createDatabase() : undefined);
        const rootId = await house.open('go');
        house.retinue.start();
        await house.model.barriers.reached('midway', 2);
        const requests = house.model.requests.length;
        const stopped = await house.commands.cancelThread(house.wish(), { threadId: rootId });
        assert.deepEqual(stopped, { refusal: null, done: { threadId: rootId } });
        house.model.barriers.release('midway');
        const { threads } = await house.tree(rootId);
        assert.deepEqual(
          Object.values(threads).map(({ status }) => status),
          ['cancelled', 'cancelled', 'cancelled'],
        );
        for (const { openStep, openCalls, openTasks } of Object.values(threads))
          assert.deepEqual([openStep, openCalls, openTasks], [null, [], []]);
        await house.stop();
        assert.equal(house.model.requests.length, requests);
      });
    }

    test('[D12] stopped just before the parent would have been asked, its model is not asked', async () => {
      const script = byAgent({
        boss: (request) => (isConsultation(request) ? [say('Too late.')] : delegating(['worker', 'a'])),
        worker: [call('askUser', { question: 'Which year?' })],
      });
      const model = createScriptedModel(script);
      const models = createModels({ providers: { scripted: model } });
      const { promise: asking, resolve: ask } = Promise.withResolvers<void>();
      const { promise: goes, resolve: go } = Promise.withResolvers<void>();
      let isHeld = false;
      await using house = await openHouse({
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
      using _asked = house.log.subscribe(({ events }) => {
        isHeld ||= events.some(({ type }) => type === 'question.asked');
      });
      const rootId = await house.open('go');
      house.retinue.start();
      await asking;
      await house.commands.cancelThread(house.wish(), { threadId: rootId });
      assert.deepEqual(await house.log.readModels.openQuestions(localWorkspaceId), []);
      go();
      await house.stop();
      assert.equal(model.requests.filter(isConsultation).length, 0);
    });
  });
}
