import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startKillable } from '../../support/apps/killable.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { assertSameDrawing } from '../../support/browser/drawn.ts';

after(closeBrowser);

test('[U16] [A2] [A3] [S3] a server is killed in mid-sentence and restarts: the page says so, then continues by itself', async () => {
  await using server = await startKillable();
  await using visitor = await visit(server);
  const { page } = visitor;
  await ask(page, 'Do all three');
  const rows = page.locator('[data-task]');
  const row = (title: string) => rows.filter({ hasText: title });
  for (const title of ['Count to three', 'Send the letter', 'Read the sign']) {
    await row(title).getByRole('button', { expanded: false }).first().click();
  }
  await row('Count to three').getByText('One, two,').waitFor();
  const letter = row('Send the letter').getByRole('button', { name: /sendLetter/ });
  await letter.getByRole('img', { name: 'Running' }).waitFor();
  await row('Read the sign').getByRole('img', { name: 'Running' }).waitFor();

  await server.kill();
  await page.getByText(/Connection lost. Reconnecting/).waitFor();
  await row('Count to three').getByText('One, two,').waitFor();

  await server.startAgain();
  await page.getByText(/^Heard: success: One, two, three\./).waitFor({ timeout: 30_000 });
  await page.getByText(/Connection lost/).waitFor({ state: 'detached' });
  await letter.getByRole('img', { name: 'Interrupted' }).waitFor();
  await letter.getByText(/was not run again/).waitFor();
  assert.equal(await letter.getByRole('img', { name: 'Done' }).count(), 0);
  await row('Send the letter').getByText('Nobody knows whether it went out.').first().waitFor();
  await row('Read the sign').getByRole('img', { name: 'Done' }).waitFor();
  assert.equal(await row('Count to three').getByText('One, two, three.').count(), 1);
  assert.equal(await page.getByRole('article', { name: 'You' }).count(), 1);
  assert.equal(await rows.count(), 3);

  const again = await visitor.openTab(new URL(page.url()).pathname);
  await assertSameDrawing(page, again, 'after it came back');
});
