import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { restoreStore } from '../../packages/server/src/integrity/restore/restore.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { buildRetinue } from '../../packages/server/src/main.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { startPostgres } from '../postgres/server.ts';
import { agent, configFor, openTestApp, type TestApp, temporaryDirectory } from '../support/apps/test-app.ts';
import { succeed, told } from '../support/models/scripts.ts';
import { byAgent, inputsOf, resultsOf } from '../support/scripted/script.ts';
import { call, say } from '../support/scripted/script-lines.ts';
import type { GoldenRelease } from './open-golden.ts';
import { copyGoldenFile, goldenFile, goldenReleases, loadGoldenDump } from './open-golden.ts';

const folders: string[] = [];
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('stores of earlier releases', () => {
  for (const release of goldenReleases) {
    test(`[L30] a file of ${release} opens, verifies and continues`, async () => {
      await goesOn(await copyGoldenFile(`${release}.db`, await newFolder()), release);
    });
    test(`[L30] a database of ${release} opens, verifies and continues`, async () => {
      await goesOn(await loadGoldenDump(release, postgres), release);
    });
    test(`[L30] a backup of ${release} is restored, verifies and continues`, async () => {
      const place: StorePlace = { kind: 'sqlite', directory: await newFolder() };
      const lines = createInterface({ input: createReadStream(goldenFile(`${release}-backup.jsonl`)) });
      await restoreStore(place, lines, { force: false, now: Date.now() });
      await goesOn(place, release);
    });
  }

  test('[L30] a file that an upgrade left half-way opens, verifies and continues', async () => {
    await goesOn(await copyGoldenFile('d413b2f-half-upgraded.db', await newFolder()), 'd413b2f');
  });

  test('[L30] a damaged chat does not prevent the upgrade of an early file: it is still listed, and reported', async () => {
    const place = await copyGoldenFile('d413b2f.db', await newFolder());
    assert.ok(place.kind === 'sqlite');
    using database = new DatabaseSync(join(place.directory, 'retinue.db'));
    database.exec("UPDATE event SET data = 'no JSON' WHERE position = 3");
    database.close();
    await using app = await openGoldenApp(place);
    assert.equal((await app.log.readModels.chats(localWorkspaceId, { limit: 100 })).length, 4);
    await app.stop();
    const findings = await verifyStore(place);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['event', 'order'],
    );
    assert.match(findings[0]?.message ?? '', /Event 3 .*its data is not JSON/);
  });

  test('[L12.1] a store of an earlier format is not read before a start has upgraded it', async () => {
    for (const release of goldenReleases.filter((name) => name !== ofThisFormat)) {
      const file = await copyGoldenFile(`${release}.db`, await newFolder());
      const database = await loadGoldenDump(release, postgres);
      for (const store of [file, database]) {
        const config = configFor(await newFolder(), { store });
        await assert.rejects(buildRetinue(config, { isReadOnly: true }), {
          code: 'older',
          message: /Start Retinue on it once/,
        });
      }
    }
  });
});

/** Its events are of the present format, without what later ones may hold. */
const ofThisFormat: GoldenRelease = '1ff4823';

const chatCounts: Record<GoldenRelease, number> = {
  d413b2f: 4,
  '232ce44': 4,
  '619bfc4': 5,
  '512ff6f': 13,
  '1ff4823': 13,
};

/** The open question is answered, and interrupted work ends. */
async function goesOn(store: StorePlace, release: GoldenRelease): Promise<void> {
  await using app = await openGoldenApp(store);
  const chats = await app.log.readModels.chats(localWorkspaceId, { limit: 100 });
  const chat = (title: string) => chats.find((row) => row.title.startsWith(title))?.threadId ?? assert.fail(title);
  assert.equal(chats.length, chatCounts[release]);
  assert.deepEqual(await verifyStore(store), []);
  const skills = await app.retinue.skills.list(localWorkspaceId);
  assert.equal(skills.length, release === 'd413b2f' ? 0 : 1);
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.ok(question);
  const answer = { questionId: question.questionId, answer: 'blue' };
  assert.equal((await app.commands.answerQuestion(app.context(), answer)).refusal, null);
  app.retinue.start();
  assert.match(await lastAnswer(app, chat('Delegate the counting')), /one, two, three/);
  assert.match(await lastAnswer(app, chat('Ask me for a color')), /blue/);
  assert.match(await lastAnswer(app, chat('Work for a long time')), /done at last/);
  if (chatCounts[release] > 4) await hasNotice(app, chat('Work in the background'));
  await assertLongText(app, chat('Read the long text'));
  await app.stop();
  assert.deepEqual(await verifyStore(store), []);
}

async function openGoldenApp(store: StorePlace): Promise<TestApp> {
  const directory = store.kind === 'sqlite' ? store.directory : await newFolder();
  return openTestApp({
    directory,
    store,
    agents: [agent('boss', { subAgents: ['worker'], tools: ['askUser', 'readAll'] }), agent('worker')],
    script: byAgent({
      boss: (request) =>
        resultsOf(request).length > 0
          ? [say(`Done: ${told(resultsOf(request)[0]?.value ?? null)}`)]
          : [call('nothing')],
      worker: (request) => [succeed(inputsOf(request)[0]?.startsWith('Take') ? 'done at last' : 'one, two, three')],
    }),
  });
}

async function lastAnswer(app: TestApp, rootId: ThreadId): Promise<string> {
  const { thread } = await app.settled(rootId);
  assert.equal(thread.status, 'idle');
  const last = thread.items.findLast((item) => item.type === 'step');
  return last?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') ?? '';
}

async function hasNotice(app: TestApp, rootId: ThreadId): Promise<void> {
  await app.until(rootId, (tree) =>
    Object.values(tree.threads).every(({ status }) => status === 'idle' || status === 'completed'),
  );
  const events = await app.events(rootId);
  assert.ok(events.some(({ type, data }) => type === 'message.received' && 'isNotice' in data && data.isNotice));
}

async function assertLongText(app: TestApp, rootId: ThreadId): Promise<void> {
  const ended = (await app.events(rootId)).find(({ type }) => type === 'call.ended');
  const hash = ended?.type === 'call.ended' ? ended.data.output?.blob : null;
  const content = await app.log.feed.getBlob(hash ?? assert.fail('no blob'));
  assert.match(content ?? '', /Line 1499 of a long text/);
}

async function newFolder(): Promise<string> {
  const folder = await temporaryDirectory();
  folders.push(folder);
  return folder;
}
