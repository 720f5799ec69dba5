import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openTestApp } from '../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../tests/support/clocks/jumping-clock.ts';
import { say } from '../../../../tests/support/scripted/script-lines.ts';

test('[A6][E33] the same request twice has one effect, though the clock is set forward by 40 days in between', async () => {
  const clock = jumpingClock();
  await using app = await openTestApp({ script: [say('fine')], replacements: { clock } });
  const idempotency = { key: 'one', request: 'the same' };
  const open = () =>
    app.commands.openChat({ ...app.context(), idempotency }, { agentId: agentIdOf('boss'), text: 'go' });
  const first = await open();
  clock.setWall(40 * 24 * 3_600_000);
  await app.log.sweepRequests();
  assert.deepEqual(await open(), first);
  assert.equal((await app.log.readModels.chats(localWorkspaceId, { limit: 10 })).length, 1);
});
