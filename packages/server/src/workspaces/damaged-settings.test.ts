import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { accepted } from '../../../../tests/support/apps/replies.ts';
import { openTestApp } from '../../../../tests/support/apps/test-app.ts';
import { bothStores } from '../../../../tests/support/stores/both-stores.ts';

const { stores, newDirectory } = bothStores();
const here = { workspaceId: localWorkspaceId, role: 'owner' } as const;
const agentId = agentIdOf('worker');

for (const [kind, newStore] of Object.entries(stores)) {
  test(`[L72] ${kind}: an agent that is saved while its damaged record is removed is kept`, async () => {
    await using app = await openTestApp({ script: [], store: await newStore(), directory: await newDirectory() });
    const { agents, workspaces, records } = app.retinue;
    await records.change(here, { kind: 'agent', id: agentId }, () => ({ name: 'not an agent' }));
    const removed = workspaces.removeDamagedSetting(here, { kind: 'agent', id: agentId });
    const saved = await agents.update(here, agentId, { placeholder: 'Saved' });
    accepted(saved);
    await removed;
    assert.equal((await agents.find(localWorkspaceId, agentId))?.placeholder, 'Saved');
    assert.notEqual(await records.get(localWorkspaceId, 'agent', agentId), null);
  });
}
