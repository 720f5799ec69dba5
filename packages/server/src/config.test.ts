import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits } from '@retinue/protocol';
import { readConfig } from './config.ts';

test('[K20] an empty environment is a whole configuration: the demo model and a default directory', () => {
  const config = readConfig({ PATH: '/bin', RETINUE_DATA: '' });
  assert.ok(!('problems' in config));
  assert.deepEqual(config.model, { provider: 'demo', id: 'demo' });
  assert.match(config.store.kind === 'sqlite' ? config.store.directory : '', /\.retinue$/);
  assert.deepEqual(config.limits, { ...defaultLimits, maxDepth: 3 });
});

const wrong: [environment: Record<string, string>, words: RegExp][] = [
  [{ RETINUE_MAX_DEPTH: 'deep' }, /RETINUE_MAX_DEPTH must be a whole number from 0 to 10/],
  [{ RETINUE_MAX_DEPTH: '11' }, /RETINUE_MAX_DEPTH must be from 0 to 10/],
  [{ RETINUE_MAX_RUNNING: '0' }, /RETINUE_MAX_RUNNING must be from 1/],
  [{ RETINUE_COMPACT_AT_TOKENS: '10' }, /RETINUE_COMPACT_AT_TOKENS must be from 1000/],
  [{ RETINUE_MODEL: 'gpt' }, /RETINUE_MODEL must be <provider>\/<model>/],
  [{ RETINUE_MODEL: 'acme/one' }, /names the provider "acme". Choose demo or openai-compatible/],
  [{ RETINUE_DEMO: 'no' }, /RETINUE_DEMO must be on or off/],
  [{ RETINUE_DEMO: 'off', RETINUE_MODEL: 'demo/demo' }, /RETINUE_DEMO is off/],
  [{ RETINUE_HOOKS: './hooks.ts' }, /no longer a setting.*RETINUE_EXTENSIONS/],
  [{ RETINUE_MODEL: 'openai-compatible/llama' }, /set RETINUE_BASE_URL/],
  [{ RETINUE_BASE_URL: 'ftp://example.com' }, /RETINUE_BASE_URL must be an http or https address/],
  [{ RETINUE_SECRETS_KEY: 'short' }, /RETINUE_SECRETS_KEY must be 32 bytes in base64/],
  [{ RETINUE_ALLOWED_HOSTS: 'localhost' }, /RETINUE_ALLOWED_HOSTS.*must be <host>:<port>/],
  [{ RETINUE_ALLOWED_HOSTS: 'http://localhost:1' }, /must be <host>:<port>/],
  [{ RETINUE_FAILPOINT: 'now' }, /RETINUE_FAILPOINT must be before:<label>/],
  [{ RETINUE_COLOUR: 'red' }, /RETINUE_COLOUR is not a setting/],
];

for (const [environment, words] of wrong) {
  test(`[K20] ${JSON.stringify(environment)} is refused with the remedy`, () => {
    const config = readConfig(environment);
    assert.ok('problems' in config);
    assert.match(config.problems.join('\n'), words);
  });
}

test('[K20] a provider is set by its address, its key and the model', () => {
  const environment = {
    RETINUE_MODEL: 'openai-compatible/a/b',
    RETINUE_BASE_URL: 'http://127.0.0.1:1/v1',
    RETINUE_API_KEY: 'k',
  };
  const config = readConfig(environment);
  assert.ok(!('problems' in config));
  assert.deepEqual(config.model, { provider: 'openai-compatible', id: 'a/b' });
  assert.deepEqual(config.openAiCompatible, { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' });
});

test('[K20] a file beside the store seals keys unless a key is given, and allowed servers are named by host and port', () => {
  const config = readConfig({ RETINUE_DATA: '/data/here', RETINUE_ALLOWED_HOSTS: 'GPU:8000, [::1]:11434' });
  assert.ok(!('problems' in config));
  assert.deepEqual([config.secrets.value, config.secrets.file.endsWith('secrets.key')], [null, true]);
  assert.deepEqual(config.allowedHosts, ['gpu:8000', '::1:11434']);
  const given = readConfig({ RETINUE_SECRETS_KEY: Buffer.alloc(32).toString('base64') });
  assert.ok(!('problems' in given) && given.secrets.value !== null);
  assert.ok(!('problems' in given) && given.allowedHosts.includes('localhost:11434'));
});
