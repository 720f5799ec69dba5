import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Provider, ProviderInput } from '@retinue/protocol';
import {
  agentIdOf,
  localWorkspaceId,
  providerIdSchema,
  providerSchema,
  viewTree,
  wordsOf,
  workspaceIdSchema,
} from '@retinue/protocol';
import { message, problem, startAnthropicServer, text } from '../../../../tests/fakes/anthropic-server.ts';
import { deltas, type Reply, status, stream } from '../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../tests/fakes/openai-server.ts';
import { commandsOf } from '../../../../tests/support/commands.ts';
import { temporaryDirectory, wait } from '../../../../tests/support/house.ts';
import { readConfig } from '../config.ts';
import { backupStore } from '../integrity/backup/backup.ts';
import { buildRetinue, type Retinue } from '../main.ts';
import type { RecordReply } from '../ports/records.ts';

const here = { workspaceId: localWorkspaceId, role: 'owner' } as const;
const key = 'sk-canary-5678';
const input: ProviderInput = { name: 'My Claude', kind: 'anthropic', key, models: ['big', 'small', 'big'] };

test('[P2] a provider is set up with an id from its name and the address of its vendor, and its key is shown by its end', async () => {
  await using product = await open();
  const { providers } = product.retinue;
  const made = done(await providers.create(here, input));
  assert.deepEqual(made, {
    providerId: 'prv_my-claude',
    name: 'My Claude',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    hasKey: true,
    keyHint: '5678',
    models: ['big', 'small'],
    version: 1,
  });
  assert.deepEqual(providerSchema.parse(made), made);
  const second = done(await providers.create(here, { ...input, key: 'short-5678' }));
  assert.deepEqual([second.providerId, second.hasKey, second.keyHint], ['prv_my-claude-2', true, null]);
  assert.deepEqual(await providers.list(localWorkspaceId), [made, second]);
  assert.deepEqual(await providers.list(workspaceIdSchema.parse('ws_other')), []);
  assert.equal(done(await providers.remove(here, second.providerId)), null);
  assert.equal(await providers.find(localWorkspaceId, second.providerId), null);
  assert.equal(refused(await providers.remove(here, second.providerId)), 'no-such-provider');
});

test('[P2] a key stays with its origin: another host, port or scheme takes it away, unless a new one comes with it', async () => {
  await using product = await open('https://one.example:444');
  const { providers } = product.retinue;
  const { providerId } = done(await providers.create(here, input));
  const hintAfter = async (changes: Parameters<typeof providers.update>[2]) => {
    await providers.update(here, providerId, { baseUrl: 'https://one.example/v1', key });
    return done(await providers.update(here, providerId, changes)).keyHint;
  };
  assert.equal(await hintAfter({ name: 'Other', models: [] }), '5678');
  assert.equal(await hintAfter({ baseUrl: 'https://one.example/v2/' }), '5678');
  for (const baseUrl of ['https://two.example/v1', 'https://one.example:444/v1', 'http://one.example/v1'])
    assert.equal(await hintAfter({ baseUrl }), null);
  assert.equal(await hintAfter({ baseUrl: 'https://two.example/v1', key: 'sk-canary-9999' }), '9999');
  assert.equal(await hintAfter({ key: null }), null);
  assert.equal(refused(await providers.update(here, providerIdSchema.parse('prv_ghost'), {})), 'no-such-provider');
});

const wrong: [changes: Partial<ProviderInput>, words: RegExp][] = [
  [{ name: '' }, /name must not be empty/],
  [{ kind: 'openai-compatible' }, /baseUrl must be given for an OpenAI-compatible server/],
  [{ baseUrl: 'ftp://example.com' }, /baseUrl must be an http or https address/],
  [{ baseUrl: 'https://user:password@example.com/' }, /must have no user name/],
  [{ baseUrl: 'https://example.com/v1?x=1' }, /must have no user name, password, query/],
  [{ key: 'two words' }, /key must be one word/],
  [{ models: [''] }, /models\.0/],
];
for (const [changes, words] of wrong) {
  test(`[P2] ${JSON.stringify(changes)} is refused in words`, async () => {
    await using product = await open();
    const { refusal } = await product.retinue.providers.create(here, { ...input, ...changes });
    assert.equal(refusal?.code, 'invalid-provider');
    assert.match(refusal ? wordsOf(refusal) : '', words);
  });
}

test('[P2] a chat works through a provider of its workspace, and its key is in no event, record, request, backup or error', async () => {
  let reply: Reply = message(text(0, 'Hello there.'));
  await using server = await startAnthropicServer(() => reply);
  await using product = await open(server.origin);
  const { providers } = product.retinue;
  const once = { key: 'k1', request: JSON.stringify({ ...input }) };
  const create = () => providers.create({ ...here, once }, { ...input, baseUrl: server.baseUrl });
  const made = done(await create());
  assert.deepEqual(done(await create()), made);
  assert.equal(await product.ask(made, 'Hello'), 'Hello there.');
  assert.equal(server.requests[0]?.headers['x-api-key'], key);
  reply = problem(401, 'authentication_error', `invalid key ${key}`);
  assert.match(await product.ask(made, 'Again'), /refused the API key \(401\).*invalid key \[key\]/);
  const lines = await product.backUp();
  assert.ok(lines.length > 10);
  assert.ok(!lines.join('').includes('canary'), 'the key lies open in the store');
  assert.ok(!inspect(product.problems, { depth: 9 }).includes('canary'));
});

test('[P2] a key that was sealed for one provider opens for no other, whoever can write to the store', async () => {
  await using server = await startOpenAiServer(() => stream(...deltas('ok')));
  await using product = await open(server.origin);
  const { providers, records } = product.retinue;
  const mine = done(await providers.create(here, { ...input, name: 'Mine' }));
  const thief = done(
    await providers.create(here, { name: 'Thief', kind: 'openai-compatible', baseUrl: server.baseUrl }),
  );
  const stored = await records.get(localWorkspaceId, 'provider', mine.providerId);
  const { key: sealed } = (stored?.data ?? assert.fail('it is not kept')) as { key: string };
  assert.match(sealed, /^v1\./);
  await records.change(here, { kind: 'provider', id: thief.providerId }, (current) => ({
    ...(current?.data as object),
    key: sealed,
  }));
  const tested = await providers.test(localWorkspaceId, thief.providerId, 'small');
  assert.match(wordsIn(tested), /sealed for another place\. Enter it again/);
  assert.equal(server.requests.length, 0);
});

test('[P2][O3] a provider that is not on the open internet is refused in words, unless its host and port are allowed', async () => {
  await using server = await startOpenAiServer(() => stream(...deltas('ok')));
  await using product = await open();
  const { providers } = product.retinue;
  const local: ProviderInput = { name: 'Local', kind: 'openai-compatible', baseUrl: server.baseUrl, models: ['small'] };
  const { refusal } = await providers.create(here, local);
  assert.match(refusal ? wordsOf(refusal) : '', /RETINUE_ALLOWED_HOSTS/);
  assert.equal(server.requests.length, 0);
});

test('[M11] a provider is tested by one small question through the real code', async () => {
  let reply = stream(...deltas('ok'));
  await using server = await startOpenAiServer(() => reply);
  await using product = await open(server.origin);
  const { providers } = product.retinue;
  const local: ProviderInput = { name: 'Local', kind: 'openai-compatible', baseUrl: server.baseUrl };
  const { providerId } = done(await providers.create(here, local));
  assert.equal(refused(await providers.test(localWorkspaceId, providerId)), 'invalid-provider');
  done(await providers.update(here, providerId, { models: ['small', 'big'] }));
  const fine = done(await providers.test(localWorkspaceId, providerId));
  assert.ok(fine.ok && fine.ms >= 0);
  assert.deepEqual(server.requests[0]?.body.messages, [{ role: 'user', content: 'Say "ok"' }]);
  done(await providers.test(localWorkspaceId, providerId, 'big'));
  assert.deepEqual(
    server.requests.map(({ body }) => body.model),
    ['small', 'big'],
  );
  reply = status(401);
  assert.match(wordsIn(await providers.test(localWorkspaceId, providerId)), /needs an API key/);
  assert.equal(
    refused(await providers.test(localWorkspaceId, providerIdSchema.parse('prv_ghost'))),
    'no-such-provider',
  );
});

test('[P2] an edit of a provider counts from the next step on', async () => {
  await using one = await startOpenAiServer(() => stream(...deltas('One.')));
  await using two = await startOpenAiServer(() => stream(...deltas('Two.')));
  await using product = await open(one.origin, two.origin);
  const { providers } = product.retinue;
  const made = done(await providers.create(here, { name: 'Local', kind: 'openai', baseUrl: one.baseUrl, key }));
  assert.equal(await product.ask(made, 'Hello'), 'One.');
  done(await providers.update(here, made.providerId, { baseUrl: two.baseUrl }));
  assert.equal(await product.ask(made, 'Hello'), 'Two.');
  assert.deepEqual(
    two.requests.map(({ headers }) => headers.authorization),
    [undefined],
  );
  done(await providers.remove(here, made.providerId));
  assert.match(await product.ask(made, 'Hello'), /There is no model provider "prv_local". There is: demo\./);
});

/** The product as it is, with servers of these origins allowed. */
async function open(...origins: string[]) {
  const directory = await temporaryDirectory();
  const allowed = origins.map((origin) => new URL(origin).host).join(',');
  const config = readConfig({ RETINUE_DATA: directory, RETINUE_ALLOWED_HOSTS: allowed });
  assert.ok(!('problems' in config));
  const problems: unknown[] = [];
  const retinue = await buildRetinue(config, { onProblem: (problem) => problems.push(problem) });
  retinue.start();
  return {
    retinue,
    problems,
    ask: (provider: Provider, words: string) => askAgent(retinue, provider, words),
    async backUp() {
      const lines: string[] = [];
      for await (const line of backupStore({ kind: 'sqlite', directory }, 0)) lines.push(line);
      return lines;
    },
    async [Symbol.asyncDispose]() {
      await retinue.stop(0);
      await rm(join(directory), { recursive: true, force: true });
    },
  };
}

/** What an agent with this provider answers, or why it failed. */
async function askAgent(retinue: Retinue, provider: Provider, words: string): Promise<string> {
  const { agents, ids, log } = retinue;
  const commands = commandsOf(retinue);
  const model = { provider: provider.providerId, id: 'small' };
  const agentId = agentIdOf('general');
  done(await agents.update(here, agentId, { model, tools: [] }));
  const wish = { ...here, actor: 'person:owner', role: 'owner', commandId: ids.command() } as const;
  const { threadId } = done(await commands.openChat(wish, { agentId, text: words }));
  while (true) {
    const tree = await log.tree(localWorkspaceId, threadId);
    const thread = tree && viewTree(tree)?.thread;
    if (thread && thread.status !== 'active')
      return thread.outcome?.result || thread.outcome?.reason || textIn(thread.items);
    await wait(10);
  }
}

function textIn(items: readonly unknown[]): string {
  return [...JSON.stringify(items.at(-1)).matchAll(/"text":"([^"]*)"/g)].map(([, words]) => words).join('');
}

function done<Done>(reply: RecordReply<Done>): Done {
  return reply.refusal === null ? reply.done : assert.fail(wordsOf(reply.refusal));
}

function refused(reply: RecordReply<unknown>): string {
  return reply.refusal?.code ?? assert.fail('it should have been refused');
}

function wordsIn(reply: RecordReply<{ ok: true } | { ok: false; words: string }>): string {
  const tested = done(reply);
  return tested.ok ? assert.fail('it should have failed') : tested.words;
}
