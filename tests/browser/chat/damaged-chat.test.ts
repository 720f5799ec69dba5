import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { withTables } from '../../corruption/write-cases.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, temporaryDirectory } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { closeBrowser, isViewed, until, visit } from '../../support/browser/browser.ts';
import { say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const folder = process.env.RETINUE_TEST_PICTURES;
const params = { workspaceId: localWorkspaceId };
const tearFirstMessage =
  "UPDATE log_event SET data = '{\"torn', checksum = NULL WHERE seq = 2 AND thread = (SELECT number FROM thread_number WHERE id = ?)";

for (const [width, height] of [
  [1440, 900],
  [390, 800],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (!isViewed(width, colorScheme)) continue;
    test(`[U30] a damaged chat says so in the list and on its page, and can be exported and deleted: ${width} ${colorScheme}`, async () => {
      const directory = await temporaryDirectory();
      const options = { directory, script: () => [say('Hello.')], agents: [agent('orchestrator')] };
      const before = await openServed(options);
      const { chatId } = await before.owner.openChat({ params, body: { text: 'Count the boats' } });
      await until(async () => (await before.owner.getChat({ params: { ...params, chatId } })).status, 'idle');
      await before.stop();
      await withTables({ kind: 'sqlite', directory }, (run) => run(tearFirstMessage, [chatId]));
      await using served = await openServed(options);
      await using visitor = await visit(served, { viewport: { width, height }, colorScheme });
      const { page } = visitor;
      await page.goto(`${served.url}/chat/${chatId}`);
      await page.getByRole('heading', { name: 'This chat is damaged' }).waitFor();
      await page.getByText(/^This chat can't be opened or continued: .*\. Other chats are not affected\./).waitFor();
      assert.equal(await page.getByText('is damaged').count(), 1);
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
      if (folder) {
        await mkdir(folder, { recursive: true });
        await page.screenshot({ path: `${folder}/damaged-${width}-${colorScheme}.png` });
      }
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export chat' }).click(),
      ]);
      assert.equal(await download.failure(), null);
      await page.getByRole('button', { name: 'Delete chat' }).click();
      await until(async () => (await served.owner.listChats({ params, query: {} })).results.length, 0);
      await rm(directory, { recursive: true, force: true });
    });
  }
}
