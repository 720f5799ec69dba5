import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { startReceiver } from '../../support/http/receiver.ts';
import { say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

test('[U87.2] a page without the functions of a secure context sends messages and saves forms', async () => {
  await using receiver = await startReceiver();
  await using served = await openServed({
    agents: [agent('orchestrator')],
    script: [say('Yes.')],
    allowedHosts: [receiver.host],
  });
  await using visitor = await visit(served);
  const { page, context } = visitor;
  // As on a page over plain HTTP from another machine.
  await context.addInitScript(`
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
    Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  `);
  await page.goto(served.url);
  assert.equal(await page.evaluate('typeof crypto.randomUUID'), 'undefined');
  await ask(page, 'Go');
  await page.getByText('Yes.').waitFor();
  await page.goto(`${served.url}/settings/webhooks?edit=new`);
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  assert.equal((await served.owner.listWebhooks({ params })).results.length, 1);
  await page.goto(`${served.url}/agents/new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Checker');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.waitForURL('**/agents/agt_checker');
});
