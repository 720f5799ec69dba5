import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PostgresServer } from '../../../../../tests/postgres/server.ts';
import { startPostgres } from '../../../../../tests/postgres/server.ts';
import type { TestAppOptions } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, pause } from '../../../../../tests/support/scripted/script-lines.ts';
import { createScriptedModel } from '../../../../../tests/support/scripted/scripted-model.ts';
import { createModels } from '../../models/models.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';

let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres[Symbol.asyncDispose]());

/** As the model sees it: the number of children's requests that it answers at the same time. */
function countingModels(script: Script) {
  const model = createScriptedModel(script);
  const atOnce = { now: 0, most: 0 };
  const counted = {
    async *stream(request: ModelRequest, signal: AbortSignal) {
      const isChild = request.place.agentId !== 'agt_boss';
      if (isChild) atOnce.most = Math.max(atOnce.most, ++atOnce.now);
      try {
        yield* model.stream(request, signal);
      } finally {
        if (isChild) atOnce.now -= 1;
      }
    },
  };
  return { models: createModels({ providers: { scripted: counted } }), barriers: model.barriers, atOnce };
}

const numbered = (name: string, count: number, about = '') =>
  Array.from({ length: count }, (_, index): [string, string] => [name, `${about}${index + 1}`]);

for (const kind of ['sqlite', 'postgres']) {
  describe(kind, () => {
    test('[D7.1] of 36 children on two levels at most eight are at the model at once, and all get their turn', async () => {
      const script = byAgent({
        boss: delegating(...numbered('lead', 12)),
        lead: (request) =>
          resultsOf(request).length === 0
            ? delegating(...numbered('worker', 2, `${request.place.threadId} `))
            : [pause(1), succeed('led')],
        worker: (request) =>
          resultsOf(request).length === 0 ? [barrier('gate'), call('look')] : [pause(1), succeed('done')],
      });
      const { models, barriers, atOnce } = countingModels(script);
      const options: TestAppOptions = {
        script,
        agents: [
          agent('boss', { subAgents: ['lead'] }),
          agent('lead', { subAgents: ['worker'] }),
          agent('worker', { tools: ['look'] }),
        ],
        tools: [toolFor('look', async () => 'seen', { effect: 'read' })],
        limits: { maxDepth: 2, maxChildrenAtOnce: 8 },
        replacements: { models },
      };
      const place = kind === 'postgres' ? { store: { kind, url: await postgres.createDatabase() } as const } : {};
      await using app = await openTestApp({ ...options, ...place });
      const rootId = await app.open('go');
      app.retinue.start();
      await barriers.reached('gate', 8);
      assert.equal(atOnce.now, 8);
      barriers.release('gate');
      const root = await app.until(rootId, (_tree, { thread }) => thread.status === 'idle');
      const statuses = allTasks(root).map(({ status }) => status);
      assert.deepEqual([statuses.length, new Set(statuses)], [36, new Set(['success'])]);
      assert.equal(atOnce.most, 8);
    });

    test('[D7.1] children that wait for a person free their places, and come back within the limit', async () => {
      const script = byAgent({
        boss: delegating(...numbered('worker', 10)),
        worker: (request) =>
          resultsOf(request).length === 0
            ? [call('askUser', { question: 'May I?' })]
            : [barrier('back'), succeed('done')],
      });
      const { models, barriers, atOnce } = countingModels(script);
      const place = kind === 'postgres' ? { store: { kind, url: await postgres.createDatabase() } as const } : {};
      const limits = { maxChildrenAtOnce: 3 };
      await using app = await openTestApp({ script, limits, replacements: { models }, ...place });
      const root = await app.run('go');
      const asked = await app.log.readModels.openQuestions(root.thread.workspaceId);
      assert.equal(asked.length, 10, 'nobody waited for the others to be answered');
      for (const { questionId } of asked)
        await app.commands.answerQuestion(app.context(), { questionId, answer: 'Yes.' });
      await barriers.reached('back', 3);
      assert.equal(atOnce.now, 3);
      barriers.release('back');
      const settled = await app.until(root.thread.threadId, (_tree, { thread }) => thread.status === 'idle');
      assert.ok(settled.tasks.every(({ status }) => status === 'success'));
      assert.equal(atOnce.most, 3);
    });
  });
}
