import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import axe from 'axe-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { startReceiver } from '../../support/http/receiver.ts';
import { delegating, succeed } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')];
const script = byAgent({
  orchestrator: delegating(['worker', 'Look for gulls']),
  worker: [say('A colony of gulls nests under the pier.'), succeed('Gulls found.')],
});

test('[L11][U11] the palette finds messages, by keyboard alone, and opens the sub-agent of a hit', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Where are they?');
  await page.getByText(/^Heard:/).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type('zebra crossing');
  await page.getByText('No results.').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('colony gul');
  const hit = page.getByRole('option').filter({ hasText: 'nests under the pier' });
  await hit.waitFor();
  assert.deepEqual(await hit.locator('mark').allTextContents(), ['colony', 'gulls']);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\/thr_\w+\?task=task_/);
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  await pane.getByText('A colony of gulls nests under the pier.').first().waitFor();
  await page.route('**/search?**', (route) => route.fulfill({ status: 200, body: 'no JSON' }));
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type('colony');
  await page.getByText(/Search failed/).waitFor();
});

test('[V5][U11] a webhook is added, tested, delivered to, redelivered and deleted in the settings', async () => {
  await using receiver = await startReceiver();
  await using served = await openServed({ agents, script, allowedHosts: [receiver.host] });
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/webhooks`);
  await page.getByText('No webhooks yet.').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('URL must be an http or https address.').waitFor();
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText(receiver.url).waitFor();
  const { chatId } = await served.owner.openChat({
    params: { workspaceId: 'ws_local' as never },
    body: { text: 'Go' },
  });
  assert.ok(chatId);
  await receiver.until(1);
  await page.getByRole('button', { name: `Deliveries to ${receiver.url}` }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText(/^Delivered in/).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('listitem').getByText('on-user-message').waitFor();
  await page
    .getByText(/^(delivered|pending) · 1 attempt/i)
    .first()
    .waitFor();
  const sent = receiver.received.length;
  await page
    .getByRole('button', { name: /^Resend dlv_/ })
    .last()
    .click();
  await receiver.until(sent + 1);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet.').waitFor();
});
