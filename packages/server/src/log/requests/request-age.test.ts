import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openHouse } from '../../../../../tests/support/house.ts';
import { jumpingClock } from '../../../../../tests/support/jumping-clock.ts';
import { say } from '../../models/script-lines.ts';

test('[A6][E33] the same request twice has one effect, though the clock is set forward by 40 days in between', async () => {
  const clock = jumpingClock();
  await using house = await openHouse({ script: [say('fine')], replacements: { clock } });
  const once = { key: 'one', request: 'the same' };
  const open = () => house.commands.openChat({ ...house.wish(), once }, { agentId: agentIdOf('boss'), text: 'go' });
  const first = await open();
  clock.setWall(40 * 24 * 3_600_000);
  await house.log.sweepRequests();
  assert.deepEqual(await open(), first);
  assert.equal((await house.log.readModels.chats(localWorkspaceId, { limit: 10 })).length, 1);
});
