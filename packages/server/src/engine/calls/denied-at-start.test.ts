import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventType } from '@retinue/protocol';
import { agentIdOf, instanceWorkspaceId, localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { toolFor } from '../../../../../tests/support/scripts.ts';
import { bySteps, resultsOf } from '../../models/script.ts';
import { call, say } from '../../models/script-lines.ts';
import type { StorePlace } from '../../ports/event-log.ts';

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
  }: { reach: 'internal' | 'outbound'; when: EventType; deny: (house: House, workspace: object) => Promise<unknown> },
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
  await using house = await openHouse({ store, directory: await newDirectory(), script, agents: team, tools: [act] });
  const workspace = await house.retinue.workspaces.find(localWorkspaceId);
  const denied = Promise.withResolvers<unknown>();
  let isSent = false;
  using _subscription = house.log.subscribe(({ events }) => {
    if (isSent || !events.some(({ type }) => type === when)) return;
    isSent = true;
    denied.resolve(deny(house, workspace ?? {}));
  });
  const rootId = await house.open('go');
  house.retinue.start();
  if (when === 'question.answered') {
    await house.until(rootId, (_tree, view) => view.thread.status === 'waiting_for_user');
    const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
    const { questionId } = question ?? assert.fail('no question');
    await house.commands.answerApproval(house.wish(), { questionId, verdict: 'approved', reason: '' });
  }
  const root = await house.settled(rootId);
  await denied.promise;
  return { runs, told: root.thread.outcome?.result ?? '' };
}

const denyOutbound = { internal: 'allow', outbound: 'deny', exec: 'ask', admin: 'ask' };

/** As a change of the workspace writes it, in this moment: other records that are read first take as long as they take. */
function putWorkspace({ retinue }: House, workspace: object): Promise<unknown> {
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
      deny: (house, workspace) => putWorkspace(house, { ...workspace, deniedTools: ['act'] }),
    });
    assert.equal(runs, 0);
    assert.match(told, /does not allow the tool "act" any more/);
  });

  test(`[X30] nor once the deny of its reach was, though a person approved it (${kind})`, async () => {
    const { runs, told } = await meetDeny(await stores[kind](), {
      reach: 'outbound',
      when: 'question.answered',
      deny: (house, workspace) => putWorkspace(house, { ...workspace, approvals: denyOutbound }),
    });
    assert.equal(runs, 0);
    assert.match(told, /does not allow the tool "act" any more/);
  });

  test(`[X30] nor an approved call whose agent lost the tool in that moment (${kind})`, async () => {
    const { runs, told } = await meetDeny(await stores[kind](), {
      reach: 'outbound',
      when: 'question.answered',
      deny: ({ retinue }) =>
        // As an edit of the agent writes it; the library reads other records first, which takes as long as it takes.
        retinue.records.change({ workspaceId: localWorkspaceId }, { kind: 'agent', id: agentIdOf('boss') }, () =>
          JSON.parse(JSON.stringify(agent('boss', { tools: [], version: 2 }))),
        ),
    });
    assert.equal(runs, 0);
    assert.match(told, /taken away while this call waited/);
  });
}
