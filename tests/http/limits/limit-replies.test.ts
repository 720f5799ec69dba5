import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId, maxMessageBytes, type ThreadId } from '@retinue/protocol';
import { z } from 'zod';
import { LoopBlocks } from '../../../bench/support/loop-blocks.ts';
import { readTool } from '../../../packages/server/src/tools/tools.ts';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent, temporaryDirectory, wait } from '../../support/apps/test-app.ts';
import { type ReadReply, ReplyReader } from '../../support/http/reply-reader.ts';
import { bySteps } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';
import { header, ids, message, openChat } from '../../support/stores/facts.ts';

/** Set by the long run: the longest time for which one request may block the others. */
const maxBlockMs = Number(process.env.RETINUE_MAX_BLOCK_MS ?? Number.POSITIVE_INFINITY);
const isLong = maxBlockMs < Number.POSITIVE_INFINITY;
const messages = isLong ? 100 : 8;
const resultChars = isLong ? 45_000_000 : 1_000_000;

/** Each is the worst for some part of the way: to read, to escape, to encode. */
const texts = {
  plain: 'A line of text, as people write.\n',
  escaped: '"\\\n\u0001` ',
  wide: 'Ж漢\u{1f600}',
};

const params = { workspaceId: localWorkspaceId };
const workspace = `/api/workspaces/${localWorkspaceId}`;
const script = bySteps([call('look', {})], [say('Done.')]);

for (const [name, text] of Object.entries(texts)) {
  test(`[W56][L61] replies and accepted bodies at the size limits do not block other requests: ${name}`, async (context) => {
    const directory = await temporaryDirectory();
    after(() => rm(directory, { recursive: true, force: true }));
    await using reader = new ReplyReader();
    const { chatId, resultOf } = await fillStore(directory, text);
    const exported = join(directory, 'export.json');
    const chat = `${workspace}/chats/${chatId}`;
    const asked: Asked[] = [
      { path: `${chat}/events?limit=100`, isLarge: true },
      { path: `${chat}/messages?limit=100`, isLarge: true },
      { path: `${chat}/export`, isLarge: true, replyFile: exported },
      { path: `${chat}/export?format=markdown`, isLarge: true },
      { path: `${chat}/tree`, isLarge: true },
      { path: `${chat}/tree?items=999999&threads=all`, isLarge: true },
      { path: `${chat}/threads/${chatId}/items?limit=100`, isLarge: true },
      { path: `/api/chat?workspaceId=${localWorkspaceId}&threadId=${chatId}`, isLarge: true },
      { path: `${workspace}/chats/${resultOf.chatId}/results/${resultOf.hash}`, isLarge: true },
      { path: `${workspace}/chats/${resultOf.chatId}/export?format=markdown`, isLarge: true },
      { path: `${workspace}/chats/${resultOf.chatId}/export`, isLarge: true },
      { path: `${workspace}/search?q=line&limit=100` },
      { path: `${chat}/messages`, method: 'POST', body: { text: ofBytes(text, maxMessageBytes) } },
      {
        path: `${workspace}/chats`,
        method: 'POST',
        body: { agentId: 'agt_quiet', text: ofBytes(text, maxMessageBytes) },
      },
      { path: `${workspace}/agents`, method: 'POST', body: { ...newAgent, systemPrompt: ofBytes(text, 64 * 1024) } },
      { path: `${workspace}/chats/import`, method: 'POST', bodyFile: exported },
    ];
    const blocked: string[] = [];
    for (const one of asked) {
      // Nothing of the chat is in memory at first.
      await using served = await openIn(directory);
      const times = one.method === 'POST' ? ['cold'] : ['cold', 'warm'];
      for (const how of times) {
        const { reply, cpuMs } = await sendOne(served, reader, directory, one);
        const about = `${how} ${one.method ?? 'GET'} ${one.path}`;
        const told = `${cpuMs.toFixed(0)} ms of CPU, ${(reply.bytes / 1e6).toFixed(1)} MB: ${about}`;
        if (isLong) context.diagnostic(told);
        if (cpuMs > maxBlockMs) blocked.push(told);
        const isTooLong = reply.status === 413 && one.bodyFile !== undefined;
        assert.ok(reply.status < 300 || isTooLong, `${about}: ${reply.status} ${reply.text}`);
        if (one.isLarge) assert.equal(reply.headers['transfer-encoding'], 'chunked', `${about} comes in one piece`);
      }
      assert.deepEqual(served.errors, []);
    }
    assert.deepEqual(blocked, []);
  });
}

interface Asked {
  path: string;
  method?: 'POST';
  body?: object;
  bodyFile?: string;
  replyFile?: string;
  /** Its reply is too large for one piece. */
  isLarge?: true;
}

const newAgent = {
  name: 'At the limit',
  description: 'Has a long prompt',
  badge: { color: '#123456', icon: 'bot' },
  model: { provider: 'scripted', id: 'scripted' },
  tools: [],
};

async function sendOne(served: ServedApp, reader: ReplyReader, directory: string, one: Asked) {
  const { path, method = 'GET', body, bodyFile = join(directory, 'body.json'), replyFile } = one;
  if (body) await writeFile(bodyFile, JSON.stringify(body));
  const sending = {
    url: served.url + path,
    method,
    headers: { authorization: `Bearer ${served.token}` },
    ...(method === 'POST' ? { bodyFile } : {}),
    ...(replyFile ? { replyFile } : {}),
  };
  // Work of the start does not count.
  await wait(isLong ? 1000 : 0);
  using blocks = new LoopBlocks();
  const reply: ReadReply = await reader.send(sending);
  // Work that the request started, such as the index of its text, counts.
  if (method === 'POST') await wait(isLong ? 2000 : 0);
  return { reply, cpuMs: blocks.longest.cpuMs };
}

function openIn(directory: string): Promise<ServedApp> {
  const look = readTool({
    name: 'look',
    description: 'Looks',
    input: z.strictObject({}),
    run: () => 'A line of text.\u001b[31m\n'.repeat(resultChars / 20),
  });
  const agents = [agent('boss', { tools: ['look'] }), agent('quiet')];
  return openServed({ script, directory, agents, tools: [look], server: { largeBodyBytes: 256 * 1024 * 1024 } });
}

/** A chat of messages at the limit, one with a large result, and newer ones, which a start loads into memory. */
async function fillStore(directory: string, text: string) {
  await using served = await openIn(directory);
  const { owner } = served;
  const { log } = served.served.retinue;
  await owner.stopWorkspace({ params });
  const chatId: ThreadId = ids.thread();
  await log.append(header('open-chat'), [openChat(chatId)]);
  const long = ofBytes(text, maxMessageBytes);
  for (let count = 0; count < messages; count += 1)
    await log.append(header(), [{ threadId: chatId, guard: 'exists', facts: [message(long)] }]);
  await owner.resumeWorkspace({ params });
  const resultOf = await openWithResult(served);
  for (let count = 0; count < 12; count += 1)
    await owner.openChat({ params, body: { agentId: agentIdOf('quiet'), text: 'Hello' } });
  return { chatId, resultOf };
}

async function openWithResult({ owner }: ServedApp): Promise<{ chatId: ThreadId; hash: string }> {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Look' } });
  for (let tries = 0; tries < 6000; tries += 1) {
    const [looked] = (await owner.listToolCalls({ params: { ...params, chatId } })).results;
    if (looked?.resultHash) return { chatId, hash: looked.resultHash };
    await wait(10);
  }
  return assert.fail('no result');
}

function ofBytes(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
}
