import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLogger } from './logger.ts';

test('[Q1] a line of the log is JSON, and holds no secret anywhere', async () => {
  const stream = new PassThrough();
  const logger = createLogger('info', stream);
  const secret = 'sk-canary-4242';
  logger.info({ route: 'openChat', key: secret, headers: { authorization: secret, cookie: secret } }, 'request');
  logger.warn({ provider: { settings: { apiKey: secret, token: secret } } }, 'warned');
  const error = new Error(`cannot reach postgres://user:${secret}@host/db with Bearer ${secret}`);
  logger.error({ error }, 'failed');
  stream.end();
  const lines = (await text(stream)).trim().split('\n');
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).level, JSON.parse(line).msg]),
    [
      ['info', 'request'],
      ['warn', 'warned'],
      ['error', 'failed'],
    ],
  );
  assert.doesNotMatch(lines.join('\n'), /canary/);
  assert.match(lines[2] ?? '', /cannot reach postgres:\/\/\[secret\]@host/);
});

test('[Q1] an id or a word that ends like the beginning of a key is no secret', async () => {
  const stream = new PassThrough();
  const logger = createLogger('info', stream);
  logger.error({ error: new Error('task-abc123 and risk-free, not sk-canary-4242') }, 'failed');
  stream.end();
  assert.equal(JSON.parse(await text(stream)).error.message, 'task-abc123 and risk-free, not sk-[secret]');
});

test('[Q1] a key is removed whole, with every part of it', async () => {
  const stream = new PassThrough();
  const logger = createLogger('info', stream);
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2ln-bmF0_dXJl';
  const accessKey = `${'n'.repeat(43)}.${'m'.repeat(43)}`;
  const message = `Bearer ${accessKey}, Bearer ${jwt}. Bearer ab+/~cd== and key_sk-canary.4242.`;
  logger.error({ error: new Error(message) }, 'failed');
  stream.end();
  const expected = 'Bearer [secret], Bearer [secret]. Bearer [secret] and key_sk-[secret].';
  assert.equal(JSON.parse(await text(stream)).error.message, expected);
});

test('[Q1] lines below the level are not written', async () => {
  const stream = new PassThrough();
  const logger = createLogger('error', stream);
  logger.info({}, 'quiet');
  logger.error({}, 'loud');
  stream.end();
  assert.match(await text(stream), /^\{[^\n]*loud[^\n]*\}\n$/);
});
