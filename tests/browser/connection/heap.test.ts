import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId, type ThreadId } from '@retinue/protocol';
import type { CDPSession } from 'playwright-core';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const total = Number(process.env.RETINUE_PASSING_CHATS ?? 120);
const isLong = process.env.RETINUE_PASSING_CHATS !== undefined;
const warmUp = 60;
/** Eight hours, divided among the chats. */
const minutesEach = (8 * 60) / total;
const chatsAtOnce = 20;

test('[U73] a tab that is open for eight hours while chats pass grows by at most 20 MB', (context) =>
  passChats(context, { areDeleted: true }));

// The list of chats grows with them, and a page takes longer for each: for a long run only.
if (isLong) {
  test('[U73] a tab that is open for eight hours while chats pass and stay grows by at most 20 MB', (context) =>
    passChats(context, { areDeleted: false }));
}

async function passChats(context: TestContext, { areDeleted }: { areDeleted: boolean }): Promise<void> {
  const text = 'A sentence of an answer that is long enough to be worth something. '.repeat(40);
  const script = byAgent({
    orchestrator: delegating(['clerk', 'Count the boats']),
    clerk: [say(text), succeed('Three.')],
    asker: [call('askUser', { question: 'Which?' })],
  });
  const agents = [
    agent('orchestrator', { subAgents: ['clerk'] }),
    agent('clerk'),
    agent('asker', { tools: ['askUser'] }),
  ];
  await using served = await openServed({ script, agents });
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.clock.install();
  await page.reload();
  await page.getByRole('navigation', { name: 'Chats' }).waitFor();
  const session = await visitor.context.newCDPSession(page);
  let before = 0;
  for (let passed = 0; passed < total; passed += chatsAtOnce) {
    const opened = await openChats(served, passed);
    const last = opened.at(-1) ?? assert.fail();
    const link = page.getByRole('navigation', { name: 'Chats' }).locator(`a[href="/chat/${last}"]`);
    await link.click();
    await page.getByText(/^Heard: success: Three\./).waitFor();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    const deleted = areDeleted ? opened.slice(0, -1) : [];
    for (const chatId of deleted) await served.owner.deleteChat({ params: { ...params, chatId } });
    await page.clock.fastForward(minutesEach * chatsAtOnce * 60_000);
    if (areDeleted) await until(() => page.locator(`nav a[href^="/chat/"]`).count(), passed / chatsAtOnce + 1);
    if (passed + chatsAtOnce === warmUp) before = await heapOf(session);
  }
  const rows = await page.locator(`nav a[href^="/chat/"]`).count();
  const grown = (await heapOf(session)) - before;
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  context.diagnostic(`grew by ${megabytes(grown)} from ${megabytes(before)}, ${rows} rows in the list`);
  assert.ok(grown <= 20 * 1024 * 1024, `${grown} bytes`);
}

function openChats({ owner }: ServedApp, passed: number): Promise<ThreadId[]> {
  return Promise.all(
    Array.from({ length: chatsAtOnce }, async (_, index) => {
      const agentId = agentIdOf(index % 5 === 0 ? 'asker' : 'orchestrator');
      return (await owner.openChat({ params, body: { agentId, text: `Chat ${passed + index}` } })).chatId;
    }),
  );
}

/** Heap size after a full collection. */
async function heapOf(session: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
