import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { openDemoApp } from '../../support/apps/demo-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('[U18.1] a price of the workspace is shown beside the built-in one, and is set and deleted', async () => {
  await using served = await openDemoApp();
  const { providerId } = await served.owner.createProvider({
    params,
    body: { name: 'Vendor', kind: 'openai', models: ['gpt-4o'] },
  });
  await served.owner.createAgent({ params, body: { name: 'Paid', model: { provider: providerId, id: 'gpt-4o' } } });
  await using visitor = await visit(served, phone);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/prices`);
  const row = page.getByRole('listitem').filter({ hasText: 'gpt-4o' });
  await row.getByText('Not set').waitFor();
  await row.getByText('$2.50 in, $10.00 out, $1.25 cached').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Demo model' }).getByText('Free').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Edit price of gpt-4o' }).click();
  await page.getByRole('button', { name: 'Use built-in price' }).click();
  await page.getByRole('textbox', { name: 'Output' }).fill('many');
  await page.getByText('Output must be a number.').waitFor();
  await page.getByRole('textbox', { name: 'Output' }).fill('8');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: /^Save/ }).click();
  await row.getByText('$2.50 in, $8.00 out, $1.25 cached').waitFor();
  await row.getByText('$2.50 in, $10.00 out, $1.25 cached').waitFor();
  const list = async () => (await served.owner.listPrices({ params })).results;
  assert.deepEqual(await list(), [
    { provider: providerId, modelId: 'gpt-4o', input: 2.5, output: 8, cachedInput: 1.25, version: 1 },
  ]);
  await page.getByRole('button', { name: 'Delete price of gpt-4o' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.getByText('Not set').waitFor();
  assert.deepEqual(await list(), []);
});

test('[U88.1] two editors of one price: a rate that was changed in both places is a choice, and a new price overwrites none', async () => {
  await using served = await openDemoApp();
  const { providerId } = await served.owner.createProvider({ params, body: { name: 'Vendor', kind: 'openai' } });
  const setElsewhere = (output: number) =>
    served.owner.setPrice({
      params: { ...params, provider: providerId, modelId: 'ours' },
      body: { input: 1, output, cachedInput: null },
    });
  await using visitor = await visit(served);
  const { page } = visitor;
  const conflict = page.getByRole('alert', { name: 'Changed elsewhere' });
  const row = page.getByRole('listitem').filter({ hasText: 'ours' });
  await page.goto(`${served.url}/settings/prices`);
  await page.getByRole('button', { name: 'Add price' }).click();
  await page.getByLabel('Model ID').fill('ours');
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('1');
  await page.getByRole('textbox', { name: 'Output' }).fill('2');
  await setElsewhere(3);
  await page.getByRole('button', { name: /^Save/ }).click();
  await conflict.getByText('Output').waitFor();
  await conflict.getByRole('button', { name: 'Use saved value' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await row.getByText('$1.00 in, $3.00 out').waitFor();
  await page.getByRole('button', { name: 'Edit price of ours' }).click();
  await page.getByRole('textbox', { name: 'Output' }).fill('4');
  await setElsewhere(5);
  await page.getByRole('button', { name: /^Save/ }).click();
  await conflict.waitFor();
  assert.equal((await served.owner.listPrices({ params })).results[0]?.output, 5);
  assert.deepEqual(await violations(page), []);
  await conflict.getByRole('button', { name: 'Keep yours' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await row.getByText('$1.00 in, $4.00 out').waitFor();
});

test('[U18.1] a model that no table knows gets a price, also with a slash in its name', async () => {
  await using served = await openDemoApp();
  await served.owner.createProvider({ params, body: { name: 'Vendor', kind: 'openai' } });
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/prices`);
  await page.getByRole('button', { name: 'Add price' }).click();
  await page.getByLabel('Model ID').fill('ours/large');
  await page.getByText('The built-in table has no price for this model.').waitFor();
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('0.5');
  await page.getByRole('textbox', { name: 'Output' }).fill('1');
  await page.getByRole('button', { name: /^Save/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'ours/large' });
  await row.getByText('$0.50 in, $1.00 out').waitFor();
  await row.getByText('Unknown').waitFor();
  await page.getByRole('button', { name: 'Edit price of ours/large' }).click();
  await until(() => page.getByLabel('Model ID').inputValue(), 'ours/large');
  assert.equal(await page.getByRole('textbox', { name: 'Output' }).inputValue(), '1');
});
