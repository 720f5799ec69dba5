import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { readAddress } from '../../packages/server/src/here/address-file.ts';
import { verifyStore } from '../../packages/server/src/log/verify.ts';
import { barrier, say } from '../../packages/server/src/models/script-lines.ts';
import { openServed } from '../support/served.ts';

const problemsOf = (environment: Record<string, string>) => {
  const config = readConfig(environment);
  return 'problems' in config ? config.problems.join(' ') : '';
};

test('[Q2] a server that others can reach is refused until it knows a safe address of its own', () => {
  assert.equal(problemsOf({}), '');
  assert.match(problemsOf({ RETINUE_HOST: '0.0.0.0' }), /set RETINUE_PUBLIC_URL/);
  assert.match(problemsOf({ RETINUE_HOST: '0.0.0.0', RETINUE_PUBLIC_URL: 'http://example.com' }), /not https/);
  assert.equal(problemsOf({ RETINUE_HOST: '0.0.0.0', RETINUE_PUBLIC_URL: 'https://example.com' }), '');
  const allowed = { RETINUE_HOST: '0.0.0.0', RETINUE_PUBLIC_URL: 'http://example.com', RETINUE_ALLOW_HTTP: '1' };
  assert.equal(problemsOf(allowed), '');
  assert.match(problemsOf({ RETINUE_PORT: '70000' }), /RETINUE_PORT must be from 0 to 65535/);
});

test('[Q3] it says that it lives and is ready, where it is, and leaves a token that only its user can read', async () => {
  await using served = await openServed({ script: () => [say('Hello.')] });
  assert.equal((await served.owner.isAlive({})).status, 'ok');
  assert.equal((await served.owner.isReady({})).status, 'ready');
  assert.equal((await readAddress(served.directory))?.url, served.url);
  assert.equal((await stat(join(served.directory, 'token'))).mode & 0o777, 0o600);
  await served.stop();
  assert.equal(await readAddress(served.directory), null);
});

test('[Q4] a server that is stopped in the middle of a sentence ends soon, loses nothing, and goes on when it starts again', async () => {
  const script = () => [say('Half '), barrier('held'), say('and half.')];
  await using first = await openServed({ script });
  const { directory } = first;
  const params = { workspaceId: localWorkspaceId };
  const { chatId } = await first.owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Go' } });
  await first.model.barriers.reached('held');
  await first.stop(50);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory }), []);
  await using second = await openServed({ script: () => [say('Whole.')], directory });
  const chat = { params: { ...params, chatId } };
  while ((await second.owner.getChat(chat)).status === 'active')
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { results } = await second.owner.listMessages({ ...chat, query: {} });
  assert.equal(results.at(-1)?.content, 'Whole.');
  assert.deepEqual(second.errors, []);
});
