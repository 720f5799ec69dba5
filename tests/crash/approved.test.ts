import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Effect, LogEvent } from '@retinue/protocol';
import { foldTree, localWorkspaceId } from '@retinue/protocol';
import type { Config } from '../../packages/server/src/config.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { buildRetinue } from '../../packages/server/src/main.ts';
import { startPostgres } from '../postgres/server.ts';
import { configFor, temporaryDirectory } from '../support/apps/test-app.ts';
import { bundled } from '../support/processes/bundle.ts';
import { startChild } from '../support/processes/child-process.ts';
import { ofType } from './check/stored.ts';

/* `kill -9` around the start of a call that a person has approved: at most one effect, and one approval for it. */
const approver = new URL('subject/approver.ts', import.meta.url);
type Death = Record<string, string>;
const at = (...failpoints: string[]): Death[] => failpoints.map((failpoint) => ({ RETINUE_FAILPOINT: failpoint }));
const inTool: Death = { DIE_IN_TOOL: '1' };

type Expected = [effects: number, told: RegExp];
const done = /success: mail done/;
const interrupted = /Interrupted\. It is unknown whether it took effect/;

/** The number of the tool's effects in the end, and the results for the model. */
const unsafe: [about: string, deaths: Death[], expected: Expected][] = [
  ['before the verdict', at('before:answer-approval'), [1, done]],
  ['after the verdict', at('after:answer-approval'), [1, done]],
  ['before the start', at('before:start-calls'), [1, done]],
  ['after the start', at('after:start-calls'), [0, interrupted]],
  ['in the tool', [inTool], [1, interrupted]],
  ['before the end', at('before:end-call'), [1, interrupted]],
  ['after the end', at('after:end-call'), [1, done]],
  ['while it is taken over', at('after:start-calls', 'before:recover', 'after:recover'), [0, interrupted]],
];
for (const [about, deaths, expected] of unsafe) {
  test(`[A2.1][X18] killed ${about}, an approved unsafe call has at most one effect, for one approval`, () =>
    tell('unsafe', deaths, expected));
}

test('[A2.1][X18] an approved idempotent call is repeated, under one key and without another approval', async () => {
  await tell('idempotent', at('after:start-calls'), [1, done]);
  await tell('idempotent', [inTool], [2, done]);
});

test('[A2.1][X18] on PostgreSQL too, an approved unsafe call has at most one effect, for one approval', async () => {
  await using server = await startPostgres();
  for (const [about, deaths, expected] of unsafe) {
    if (/after the verdict|after the start|in the tool/.test(about))
      await tell('unsafe', deaths, expected, await server.createDatabase());
  }
});

async function tell(effect: Effect, deaths: readonly Death[], expected: Expected, url?: string): Promise<void> {
  const directory = await temporaryDirectory();
  const witness = join(directory, 'witness');
  const store: Config['store'] = url ? { kind: 'postgres', url } : { kind: 'sqlite', directory };
  try {
    for (const death of deaths) {
      assert.equal(
        await live([directory, witness, effect], { ...place(url), ...death }),
        'killed',
        JSON.stringify(death),
      );
    }
    assert.equal(await live([directory, witness, effect], place(url)), 'rest');
    const effects = (await readFile(witness, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const { log, stop } = await buildRetinue(configFor(directory, { store }), { isReadOnly: true });
    const [chat] = await log.readModels.chats(localWorkspaceId, { limit: 1 });
    const { threadId: rootId } = chat ?? assert.fail('no chat');
    const events = await log.read({ workspaceId: localWorkspaceId, rootId, after: 0, limit: 10_000 });
    await stop(0);
    checkCall(
      events,
      effects.map((line) => JSON.parse(line)),
      expected,
    );
    assert.deepEqual(await verifyStore(store), []);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function checkCall(events: readonly LogEvent[], effects: { idempotencyKey: string }[], [count, told]: Expected): void {
  assert.equal(effects.length, count);
  assert.ok(new Set(effects.map(({ idempotencyKey }) => idempotencyKey)).size <= 1, 'one key for one approval');
  assert.equal(ofType(events, 'question.asked').length, 1);
  assert.deepEqual(
    ofType(events, 'question.answered').map(({ data }) => data.verdict),
    ['approved'],
  );
  const tree = foldTree(null, events);
  const result = tree?.threads[tree.rootId]?.outcome?.result;
  assert.match(result ?? '', told);
}

function place(url: string | undefined): Record<string, string> {
  return url ? { DATABASE_URL: url } : {};
}

async function live(args: readonly string[], environment: Record<string, string>): Promise<'rest' | 'killed'> {
  const child = startChild([await bundled(approver), ...args], environment);
  const rest = new Promise<'rest'>((resolve) => {
    child.process.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('rest')) resolve('rest');
    });
  });
  const how = await Promise.race([
    rest,
    child.ended.then(({ signal }) => {
      assert.equal(signal, 'SIGKILL', child.complaints());
      return 'killed' as const;
    }),
  ]);
  child.kill();
  await child.ended;
  assert.equal(child.complaints(), '');
  return how;
}
