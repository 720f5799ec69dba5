import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventType } from '@retinue/protocol';
import { agentIdOf, instanceWorkspaceId, localWorkspaceId } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { toolFor } from '../../../../../tests/support/models/scripts.ts';
import { bySteps, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss', { tools: ['act'] })];
const script = bySteps([call('act')], (request) => [say(String(resultsOf(request)[0]?.value))]);

/**
 * Runs a chat whose one call meets a deny: the change is sent in the moment when the call is about to start, so that
 * both are decided in the same transaction, the change first.
 */
async function meetDeny(
  store: StorePlace,
  {
    reach,
    when,
    deny,
  }: { reach: 'internal' | 'outbound'; when: EventType; deny: (app: TestApp, workspace: object) => Promise<unknown> },
) {
  let runs = 0;
  const act = toolFor(
    'act',
    async () => {
      runs += 1;
      return 'it happened';
    },
    { reach },
  );
  await using app = await openTestApp({ store, directory: await newDirectory(), script, agents: team, tools: [act] });
  const workspace = await app.retinue.workspaces.find(localWorkspaceId);
  const denied = Promise.withResolvers<unknown>();
  let isSent = false;
  using _subscription = app.log.subscribe(({ events }) => {
    if (isSent || !events.some(({ type }) => type === when)) return;
    isSent = true;
    denied.resolve(deny(app, workspace ?? {}));
  });
  const rootId = await app.open('go');
  app.retinue.start();
  if (when === 'question.answered') {
    await app.until(rootId, (_tree, view) => view.thread.status === 'waiting_for_user');
    const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
    const { questionId } = question ?? assert.fail('no question');
    await app.commands.answerApproval(app.context(), { questionId, verdict: 'approved', reason: '' });
  }
  const root = await app.settled(rootId);
  await denied.promise;
  return { runs, told: root.thread.outcome?.result ?? '' };
}

const denyOutbound = { internal: 'allow', outbound: 'deny', exec: 'ask', admin: 'ask' };

/** As a change of the workspace writes it, at once: reading other records first takes an unknown time. */
function putWorkspace({ retinue }: TestApp, workspace: object): Promise<unknown> {
  const place = { kind: 'workspace', id: localWorkspaceId } as const;
  return retinue.records.change({ workspaceId: instanceWorkspaceId }, place, () =>
    JSON.parse(JSON.stringify(workspace)),
  );
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[X30] a call does not start once the deny of its tool was acknowledged (${kind})`, async () => {
    const { runs, told } = await meetDeny(await stores[kind](), {
      reach: 'internal',
      when: 'call.requested',
      deny: (app, workspace) => putWorkspace(app, { ...workspace, deniedTools: ['act'] }),
    });
    assert.equal(runs, 0);
    assert.match(told, /no longer allows the tool "act"/);
  });

  test(`[X30] nor once the deny of its reach was, though a person approved it (${kind})`, async () => {
    const { runs, told } = await meetDeny(await stores[kind](), {
      reach: 'outbound',
      when: 'question.answered',
      deny: (app, workspace) => putWorkspace(app, { ...workspace, approvals: denyOutbound }),
    });
    assert.equal(runs, 0);
    assert.match(told, /no longer allows the tool "act"/);
  });

  test(`[X30] nor an approved call whose agent lost the tool in that moment (${kind})`, async () => {
    const { runs, told } = await meetDeny(await stores[kind](), {
      reach: 'outbound',
      when: 'question.answered',
      deny: ({ retinue }) =>
        // As an edit of the agent writes it; the library reads other records first, which takes an unknown time.
        retinue.records.change({ workspaceId: localWorkspaceId }, { kind: 'agent', id: agentIdOf('boss') }, () =>
          JSON.parse(JSON.stringify(agent('boss', { tools: [], version: 2 }))),
        ),
    });
    assert.equal(runs, 0);
    assert.match(told, /lost the tool .* while this call waited/);
  });
}
