import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route, RouteName } from '@retinue/protocol';
import { problemSchema, routes } from '@retinue/protocol';
import { LoopBlocks } from '../../../bench/support/loop-blocks.ts';
import { openTwoWorkspaces, pathFor } from '../../support/apps/two-workspaces.ts';
import { ask } from '../../support/http/ask.ts';
import { BodySender } from '../../support/http/body-sender.ts';
import { kindsOfBodies } from '../../support/http/limit-bodies.ts';

/** Set by the long run: the longest time for which one request may block the others. */
const maxBlockMs = Number(process.env.RETINUE_MAX_BLOCK_MS ?? Number.POSITIVE_INFINITY);
const isLong = maxBlockMs < Number.POSITIVE_INFINITY;
const mebibyte = 1024 * 1024;

test('[W53] a body of many values, or deeply nested, is refused before it is checked against its schema', async (context) => {
  await using two = await openTwoWorkspaces();
  await using sender = new BodySender();
  using blocks = new LoopBlocks();
  const { app, here } = two;
  const headers = { authorization: `Bearer ${app.token}` };
  let longest = { cpuMs: 0, about: '' };
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (!route.body) continue;
    const asked = { method: route.method, path: pathFor(name, here), headers };
    for (const bytes of isLong && route.isLarge ? [mebibyte, 63 * mebibyte] : [mebibyte]) {
      for (const kind of kindsOfBodies) {
        blocks.reset();
        const told = await sender.send({ url: app.url, asked, kind, bytes });
        const about = `${name} with ${kind}, ${bytes / mebibyte} MB`;
        const { cpuMs } = blocks.longest;
        if (cpuMs > longest.cpuMs) longest = { cpuMs, about };
        assert.ok(told.status < 500, `${about}: ${told.status} ${told.text.slice(0, 300)}`);
        if (told.status >= 400) problemSchema.parse(told.json);
      }
    }
  }
  assert.deepEqual(app.errors, []);
  context.diagnostic(`longest block: ${longest.cpuMs.toFixed(0)} ms of CPU, ${longest.about}`);
  assert.ok(longest.cpuMs <= maxBlockMs, `${longest.cpuMs.toFixed(0)} ms: ${longest.about}`);
});

test('[W53] a chat client may send a long chat: only the authors of its earlier messages are kept', async () => {
  await using two = await openTwoWorkspaces();
  const { app } = two;
  const big = { type: 'tool-lookUp', toolCallId: 'c', output: Array.from({ length: 50_000 }, () => 1) };
  const earlier = Array.from({ length: 40 }, (_, index) => [
    { id: `u${index}`, role: 'user', parts: [{ type: 'text', text: 'x'.repeat(50_000) }] },
    { id: `a${index}`, role: 'assistant', parts: [big] },
  ]).flat();
  const last = { id: 'last', role: 'user', parts: [{ type: 'text', text: 'And now?' }] };
  const body = { id: 'long', trigger: 'submit-message', agentId: 'agt_worker', messages: [last] };
  const headers = { authorization: `Bearer ${app.token}` };
  const post = (sent: object) => ask(app.url, { method: 'POST', path: '/api/chat', headers, body: sent });
  assert.equal((await post(body)).status, 200);
  const more = { ...last, id: 'more' };
  assert.equal((await post({ ...body, messages: [...earlier, more] })).status, 200);
  const many = { ...more, id: 'many', parts: Array.from({ length: 1001 }, () => ({ type: 'text', text: 'a' })) };
  const told = await post({ ...body, messages: [many] });
  assert.deepEqual([told.status, problemSchema.parse(told.json).code], [400, 'bad-input']);
  assert.match(problemSchema.parse(told.json).detail, /a last message of more than 1000 parts/);
});
