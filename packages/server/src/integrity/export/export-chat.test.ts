import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, type ThreadId } from '@retinue/protocol';
import { openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { hang } from '../../../../../tests/support/scripted/script-lines.ts';
import { exportText } from '../../../../../tests/support/stores/export-text.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/stores/facts.ts';
import { openExport } from './export-chat.ts';

const formats = ['json', 'markdown'] as const;

async function writeChat({ log }: TestApp, texts: readonly string[]): Promise<ThreadId> {
  const threadId = ids.thread();
  await log.append(header('open-chat'), [openChat(threadId)]);
  for (const text of texts) await send(log, threadId, text);
  return threadId;
}

async function send(log: TestApp['log'], threadId: ThreadId, text: string): Promise<void> {
  await log.append(header(), [{ threadId, guard: 'exists', facts: [message(text)] }]);
}

test('[L81] an export is written in small pieces', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const texts = Array.from({ length: 120 }, (_, index) => `${index} ${'"\u0001\n'.repeat(20_000)}`);
  const rootId = await writeChat(app, texts);
  for (const format of formats) {
    const { pieces } = await openExport(app.log, { workspaceId: localWorkspaceId, rootId, now: 1 }, format);
    const lengths = (await Array.fromAsync(pieces())).map(({ length }) => length);
    const longest = Math.max(...lengths);
    assert.ok(longest <= 8 * 64 * 1024, `${format}: ${longest} characters`);
    assert.ok(lengths.length >= 60, `${format}: ${lengths.length} pieces`);
  }
});

test('[L81] an export ends where the chat was when it began', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const rootId = await writeChat(app, ['one', 'two']);
  const place = { workspaceId: localWorkspaceId, rootId, now: 1 };
  for (const format of formats) {
    const before = await exportText(app.log, place, format);
    const { pieces } = await openExport(app.log, place, format);
    await send(app.log, rootId, `later than ${format}`);
    assert.equal((await Array.fromAsync(pieces())).join(''), before);
  }
});

test('[L81] an export of a chat that is purged meanwhile fails', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const rootId = await writeChat(app, ['one', 'two']);
  const place = { workspaceId: localWorkspaceId, rootId, now: 1 };
  const { pieces } = await openExport(app.log, place, 'json');
  await app.log.append(header('delete-chat'), [
    { threadId: rootId, guard: 'exists', facts: [{ type: 'chat.hidden', data: {} }] },
  ]);
  await app.log.purge(0);
  await assert.rejects(Array.fromAsync(pieces()), /are gone/);
});
