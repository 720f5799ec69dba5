import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { format, inspect } from 'node:util';
import { loadMasterKey } from './master-key.ts';
import { createSealer } from './sealer.ts';
import { HiddenSecret, SecretError } from './secret.ts';

const place = { workspaceId: 'ws_local', recordId: 'prv_one', host: 'api.example.com' };
const text = 'sk-canary-1234 מפתח';
const sealerWith = (fill: number) => createSealer(() => new Uint8Array(32).fill(fill));

test('[O1] a printed secret is [secret]', () => {
  const secret = new HiddenSecret(text);
  const printed = [
    `${secret}`,
    String(secret),
    JSON.stringify({ secret }),
    inspect({ deep: [secret] }),
    format('%s %o %j', secret, secret, secret),
  ];
  for (const words of printed) assert.ok(words.includes('[secret]') && !words.includes('canary'), words);
  assert.ok(!inspect(secret, { showHidden: true, depth: 9, customInspect: false }).includes('canary'));
  assert.deepEqual({ ...secret }, {});
  assert.equal(secret.reveal(), text);
});

test('[O1] a sealed secret opens in its place, reveals nothing, and is never sealed the same way twice', () => {
  const sealer = sealerWith(1);
  const [one, two] = [sealer.seal(text, place), sealer.seal(text, place)];
  assert.match(one, /^v1(\.[A-Za-z0-9_-]+){3}$/);
  assert.ok(one !== two && !Buffer.from(one.split('.')[3] ?? '', 'base64url').includes('canary'));
  for (const sealed of [one, two]) assert.equal(sealerWith(1).open(sealed, place).reveal(), text);
});

test('[O1] another place, another key or a changed text does not open it, with a message without the secret', () => {
  const sealer = sealerWith(1);
  const sealed = sealer.seal(text, place);
  const elsewhere = [
    { ...place, workspaceId: 'ws_other' },
    { ...place, recordId: 'prv_two' },
    { ...place, host: 'evil.example.com' },
    { workspaceId: 'ws_local|prv_one', recordId: '', host: 'api.example.com' },
  ];
  for (const other of elsewhere) refuses(() => sealer.open(sealed, other), /encrypted for another place/);
  refuses(() => sealerWith(2).open(sealed, place), /encrypted with another master key\. Restore that key/);
  refuses(() => sealer.open(sealed.replace(/^v1/, 'v9'), place), /unknown format/);
  for (let at = 3; at < sealed.length; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    // The last character of a part may hold unused bits.
    if (isSame(changed, sealed)) continue;
    refuses(() => sealer.open(changed, place), /another|not known/);
  }
  for (const short of ['v1', 'v1.a', sealed.slice(0, -30)]) refuses(() => sealer.open(short, place), /another/);
});

test('[O2] the key of the environment is used, and must be 32 bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retinue-key-'));
  const file = join(folder, 'secrets.key');
  const value = Buffer.alloc(32, 7).toString('base64');
  assert.deepEqual([...loadMasterKey({ value, file })], [...Buffer.alloc(32, 7)]);
  assert.ok(!existsSync(file));
  for (const bad of ['', 'short', `${value}AAAA`])
    refuses(() => loadMasterKey({ value: bad, file }), /RETINUE_SECRETS_KEY must hold 32 bytes/);
  rmSync(folder, { recursive: true });
});

test('[O2] without it a file is created once, readable by its owner only; one that others can read is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retinue-key-'));
  const file = join(folder, 'new', 'secrets.key');
  const key = loadMasterKey({ value: null, file });
  assert.deepEqual([...loadMasterKey({ value: null, file })], [...key]);
  assert.equal(readFileSync(file, 'utf8').trim(), Buffer.from(key).toString('base64'));
  if (process.platform !== 'win32') {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    for (const mode of [0o640, 0o604, 0o644]) {
      chmodSync(file, mode);
      refuses(() => loadMasterKey({ value: null, file }), /Others can read .*chmod 600/);
    }
    chmodSync(file, 0o600);
  }
  writeFileSync(file, 'no key');
  refuses(() => loadMasterKey({ value: null, file }), /secrets\.key must hold 32 bytes/);
  rmSync(folder, { recursive: true });
});

function refuses(run: () => unknown, words: RegExp): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof SecretError, String(error));
    assert.match(error.message, words);
    assert.ok(!inspect(error, { depth: 9 }).includes('canary'));
    return true;
  });
}

function isSame(left: string, right: string): boolean {
  const bytes = (sealed: string) =>
    sealed
      .split('.')
      .slice(2)
      .map((part) => Buffer.from(part, 'base64url').toString('hex'));
  return left.split('.')[1] === right.split('.')[1] && bytes(left).join() === bytes(right).join();
}
