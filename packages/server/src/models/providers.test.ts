import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Provider, ProviderInput, ThreadState } from '@retinue/protocol';
import {
  agentIdOf,
  isRefusal,
  localWorkspaceId,
  problemsIn,
  providerIdSchema,
  providerInputSchema,
  providerSchema,
  reasonText,
  refusalText,
  viewTree,
  workspaceIdSchema,
} from '@retinue/protocol';
import { message, problem, startAnthropicServer, text } from '../../../../tests/fakes/anthropic-server.ts';
import { deltas, type Reply, status, stream } from '../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../tests/fakes/openai-server.ts';
import { commandsOf } from '../../../../tests/support/apps/commands.ts';
import { accepted, codeOf } from '../../../../tests/support/apps/replies.ts';
import { temporaryDirectory, wait } from '../../../../tests/support/apps/test-app.ts';
import { readConfig } from '../config.ts';
import { backupStore } from '../integrity/backup/backup.ts';
import { buildRetinue, type Retinue } from '../main.ts';

const here = { workspaceId: localWorkspaceId, role: 'owner' } as const;
const key = 'sk-canary-5678';
const given: ProviderInput = { name: 'My Claude', kind: 'anthropic', key, models: ['big', 'small', 'big'] };
const input = providerInputSchema.parse(given);

test('[P2] a provider is created with an id from its name and the address of its vendor, and its key is shown by its end', async () => {
  await using product = await open();
  const { providers } = product.retinue;
  const made = accepted(await providers.create(here, input));
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
  const second = accepted(await providers.create(here, { ...input, key: 'short-5678' }));
  assert.deepEqual([second.providerId, second.hasKey, second.keyHint], ['prv_my-claude-2', true, null]);
  assert.deepEqual(await providers.list(localWorkspaceId), [made, second]);
  assert.deepEqual(await providers.list(workspaceIdSchema.parse('ws_other')), []);
  assert.deepEqual(await providers.remove(here, second.providerId), {});
  assert.equal(await providers.find(localWorkspaceId, second.providerId), null);
  assert.equal(codeOf(await providers.remove(here, second.providerId)), 'no-such-provider');
});

test('[P2] a key stays with its origin: another host, port or scheme removes it, unless a new one comes with it', async () => {
  await using product = await open('https://one.example:444');
  const { providers } = product.retinue;
  const { providerId } = accepted(await providers.create(here, input));
  const hintAfter = async (changes: Parameters<typeof providers.update>[2]) => {
    await providers.update(here, providerId, { baseUrl: 'https://one.example/v1', key });
    return accepted(await providers.update(here, providerId, changes)).keyHint;
  };
  assert.equal(await hintAfter({ name: 'Other', models: [] }), '5678');
  assert.equal(await hintAfter({ baseUrl: 'https://one.example/v2/' }), '5678');
  for (const baseUrl of ['https://two.example/v1', 'https://one.example:444/v1', 'http://one.example/v1'])
    assert.equal(await hintAfter({ baseUrl }), null);
  assert.equal(await hintAfter({ baseUrl: 'https://two.example/v1', key: 'sk-canary-9999' }), '9999');
  assert.equal(await hintAfter({ key: null }), null);
  assert.equal(codeOf(await providers.update(here, providerIdSchema.parse('prv_ghost'), {})), 'no-such-provider');
});

const wrong: [changes: Partial<ProviderInput>, message: RegExp][] = [
  [{ name: '' }, /name must not be empty/],
  [{ kind: 'openai-compatible' }, /baseUrl must be given for an OpenAI-compatible server/],
  [{ baseUrl: 'ftp://example.com' }, /baseUrl must be an http or https address/],
  [{ baseUrl: 'https://user:password@example.com/' }, /must have no user name/],
  [{ baseUrl: 'https://example.com/v1?x=1' }, /must have no user name, password, query/],
  [{ key: 'two words' }, /key must be plain characters/],
  [{ models: [''] }, /models\.0/],
];
for (const [changes, message] of wrong) {
  test(`[P2] ${JSON.stringify(changes)} is refused at its path`, () => {
    const { error } = providerInputSchema.safeParse({ ...given, ...changes });
    assert.match(error ? problemsIn(error) : '', message);
  });
}

test('[P2] a chat works through a provider of its workspace, and its key is in no event, record, request, backup or error', async () => {
  let reply: Reply = message(text(0, 'Hello there.'));
  await using server = await startAnthropicServer(() => reply);
  await using product = await open(server.origin);
  const { providers } = product.retinue;
  const idempotency = { key: 'k1', request: JSON.stringify({ ...input }) };
  const create = () => providers.create({ ...here, idempotency }, { ...input, baseUrl: server.baseUrl });
  const made = accepted(await create());
  assert.deepEqual(accepted(await create()), made);
  assert.equal(await product.ask(made, 'Hello'), 'Hello there.');
  assert.equal(server.requests[0]?.headers['x-api-key'], key);
  reply = problem(401, 'authentication_error', `invalid key ${key}`);
  assert.match(await product.ask(made, 'Again'), /refused the API key \(401\).*invalid key \[key\]/);
  const lines = await product.backUp();
  assert.ok(lines.length > 10);
  assert.ok(!lines.join('').includes('canary'), 'the key lies open in the store');
  assert.ok(!inspect(product.problems, { depth: 9 }).includes('canary'));
});

test('[P2] a key that was sealed for one provider opens for no other, even with write access to the store', async () => {
  await using server = await startOpenAiServer(() => stream(...deltas('ok')));
  await using product = await open(server.origin);
  const { providers, records } = product.retinue;
  const mine = accepted(await providers.create(here, { ...input, name: 'Mine' }));
  const thief = accepted(
    await providers.create(here, newProvider({ name: 'Thief', kind: 'openai-compatible', baseUrl: server.baseUrl })),
  );
  const stored = await records.get(localWorkspaceId, 'provider', mine.providerId);
  const { key: sealed } = (stored?.data ?? assert.fail('it is not kept')) as { key: string };
  assert.match(sealed, /^v1\./);
  await records.change(here, { kind: 'provider', id: thief.providerId }, (current) => ({
    ...(current?.data as object),
    key: sealed,
  }));
  const tested = await providers.test(localWorkspaceId, thief.providerId, 'small');
  assert.match(failureOf(tested), /encrypted for another place\. Enter it again/);
  assert.equal(server.requests.length, 0);
});

test('[P2][O3] a provider off the public internet is refused with the reason, unless its host and port are allowed', async () => {
  await using server = await startOpenAiServer(() => stream(...deltas('ok')));
  await using product = await open();
  const { providers } = product.retinue;
  const local: ProviderInput = { name: 'Local', kind: 'openai-compatible', baseUrl: server.baseUrl, models: ['small'] };
  assert.match(failureOf(await providers.create(here, newProvider(local))), /RETINUE_ALLOWED_HOSTS/);
  assert.equal(server.requests.length, 0);
});

test('[M11] a provider is tested by one small question through the real code', async () => {
  let reply = stream(...deltas('ok'));
  await using server = await startOpenAiServer(() => reply);
  await using product = await open(server.origin);
  const { providers } = product.retinue;
  const local: ProviderInput = { name: 'Local', kind: 'openai-compatible', baseUrl: server.baseUrl };
  const { providerId } = accepted(await providers.create(here, newProvider(local)));
  assert.equal(codeOf(await providers.test(localWorkspaceId, providerId)), 'no-model-listed');
  accepted(await providers.update(here, providerId, { models: ['small', 'big'] }));
  const fine = accepted(await providers.test(localWorkspaceId, providerId));
  assert.ok(fine.ms >= 0);
  assert.deepEqual(server.requests[0]?.body.messages, [{ role: 'user', content: 'Say "ok"' }]);
  accepted(await providers.test(localWorkspaceId, providerId, 'big'));
  assert.deepEqual(
    server.requests.map(({ body }) => body.model),
    ['small', 'big'],
  );
  reply = status(401);
  assert.match(failureOf(await providers.test(localWorkspaceId, providerId)), /needs an API key/);
  assert.equal(codeOf(await providers.test(localWorkspaceId, providerIdSchema.parse('prv_ghost'))), 'no-such-provider');
});

test('[P2] an edit of a provider applies from the next step on', async () => {
  await using one = await startOpenAiServer(() => stream(...deltas('One.')));
  await using two = await startOpenAiServer(() => stream(...deltas('Two.')));
  await using product = await open(one.origin, two.origin);
  const { providers } = product.retinue;
  const made = accepted(
    await providers.create(here, newProvider({ name: 'Local', kind: 'openai', baseUrl: one.baseUrl, key })),
  );
  assert.equal(await product.ask(made, 'Hello'), 'One.');
  accepted(await providers.update(here, made.providerId, { baseUrl: two.baseUrl }));
  assert.equal(await product.ask(made, 'Hello'), 'Two.');
  assert.deepEqual(
    two.requests.map(({ headers }) => headers.authorization),
    [undefined],
  );
  accepted(await providers.remove(here, made.providerId));
  assert.match(await product.ask(made, 'Hello'), /There is no model provider "prv_local". Available: demo\./);
});

/** The real product, with servers of these origins allowed. */
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

/** The answer of an agent with this provider, or its error. */
async function askAgent(retinue: Retinue, provider: Provider, words: string): Promise<string> {
  const { agents, ids, log } = retinue;
  const commands = commandsOf(retinue);
  const model = { provider: provider.providerId, id: 'small' };
  const agentId = agentIdOf('general');
  accepted(await agents.update(here, agentId, { model, tools: [] }));
  const context = { ...here, actor: 'person:owner', role: 'owner', commandId: ids.command() } as const;
  const opened = await commands.openChat(context, { agentId, text: words });
  const { threadId } = opened.refusal === null ? opened.done : assert.fail(opened.refusal.code);
  while (true) {
    const tree = await log.tree(localWorkspaceId, threadId);
    const thread = tree && viewTree(tree)?.thread;
    if (thread && thread.status !== 'active')
      return thread.outcome?.result || reasonIn(thread.outcome) || textIn(thread.items);
    await wait(10);
  }
}

function reasonIn(outcome: ThreadState['outcome']): string {
  return outcome?.reason ? reasonText(outcome.reason) : '';
}

function textIn(items: readonly unknown[]): string {
  return [...JSON.stringify(items.at(-1)).matchAll(/"text":"([^"]*)"/g)].map(([, words]) => words).join('');
}

function newProvider(provider: ProviderInput) {
  return providerInputSchema.parse(provider);
}

/** The message of a refusal. */
function failureOf(reply: object): string {
  return isRefusal(reply) ? refusalText(reply) : assert.fail('it should have failed');
}
