import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLogger } from './logger.ts';

test('[Q1] a line of the log is JSON, and holds no secret wherever one stands', async () => {
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

test('[Q1] what is below the level is not told', async () => {
  const stream = new PassThrough();
  const logger = createLogger('error', stream);
  logger.info({}, 'quiet');
  logger.error({}, 'loud');
  stream.end();
  assert.match(await text(stream), /^\{[^\n]*loud[^\n]*\}\n$/);
});
