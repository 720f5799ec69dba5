import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../tests/support/both-stores.ts';
import { openHouse } from '../../../../tests/support/house.ts';

const { stores, newDirectory } = bothStores();
const here = { workspaceId: localWorkspaceId, role: 'owner' } as const;
const agentId = agentIdOf('worker');

for (const [kind, newStore] of Object.entries(stores)) {
  test(`[L72] ${kind}: an agent that is saved while its damaged record is removed is kept`, async () => {
    await using house = await openHouse({ script: [], store: await newStore(), directory: await newDirectory() });
    const { agents, workspaces, records } = house.retinue;
    await records.change(here, { kind: 'agent', id: agentId }, () => ({ name: 'not an agent' }));
    const removed = workspaces.removeDamagedSetting(localWorkspaceId, { kind: 'agent', id: agentId });
    const saved = await agents.update(here, agentId, { placeholder: 'Saved' });
    assert.equal(saved.refusal, null);
    await removed;
    assert.equal((await agents.find(localWorkspaceId, agentId))?.placeholder, 'Saved');
    assert.notEqual(await records.get(localWorkspaceId, 'agent', agentId), null);
  });
}
