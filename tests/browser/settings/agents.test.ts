import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openDemoApp } from '../../support/apps/demo-app.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

test('[U8] an agent is created, edited, copied and deleted', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  const stored = async () => (await served.owner.listAgents({ params })).results;
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Fact checker');
  await page.getByRole('textbox', { name: 'Description' }).fill('Checks what others found.');
  await page.getByRole('radio', { name: 'Green' }).check();
  await page.getByRole('radio', { name: 'scale', exact: true }).check();
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Check every number twice.');
  await page.getByRole('checkbox', { name: 'calculate' }).check();
  await page.getByRole('switch', { name: 'Researcher' }).check();
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.2');
  await page.getByRole('button', { name: /Create agent/ }).click();
  await page.waitForURL('**/agents/agt_fact-checker');
  const made = (await stored()).find(({ name }) => name === 'Fact checker') ?? assert.fail('it is not there');
  assert.deepEqual(made.badge, { color: '#3E8E41', icon: 'scale' });
  assert.deepEqual(made.subAgentIds, [agentIdOf('researcher')]);
  assert.deepEqual(made.sampling, { temperature: 0.2 });
  assert.ok(made.tools.includes('calculate') && !made.isBuiltIn);
  await page.getByRole('textbox', { name: 'Name' }).fill('Checker');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More actions for Checker' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'Checker (copy)' }).waitFor();
  await page.getByRole('button', { name: 'More actions for Checker (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  await until(
    async () =>
      (await stored())
        .filter(({ isBuiltIn }) => !isBuiltIn)
        .map(({ name }) => name)
        .join(),
    'Checker',
  );
});

test('[U8] problems are shown while typing, beside their field, and nothing typed is lost by leaving', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/agents/agt_general`);
  const temperature = page.getByRole('textbox', { name: 'Temperature' });
  await temperature.fill('9');
  await page.getByText(/must be at most 2/).waitFor();
  assert.equal(await temperature.getAttribute('aria-invalid'), 'true');
  await temperature.fill('1');
  await page.getByText(/must be at most 2/).waitFor({ state: 'detached' });
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('');
  await page.getByRole('button', { name: /^Save/ }).click();
  await until(() => page.evaluate('document.activeElement.value'), '');
  assert.equal(await name.getAttribute('aria-invalid'), 'true');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await name.fill('Generalist');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('[U8] an agent can delegate to every other agent, never to itself, and the depth is shown', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/agents/agt_planner`);
  const list = page.getByRole('group', { name: 'Can delegate to' });
  await list.getByRole('switch', { name: 'Researcher' }).waitFor();
  const names = await Promise.all(
    (await list.getByRole('switch').all()).map((one) => one.evaluate('(one) => one.labels[0].innerText')),
  );
  assert.equal(names.length, 5);
  assert.equal(await list.getByRole('switch', { name: 'Planner' }).count(), 0);
  await page.getByText('Delegation is limited to 3 levels').waitFor();
  await list.getByRole('switch', { name: 'Explorer' }).check();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  assert.equal(await list.getByRole('switch', { name: 'Explorer' }).isChecked(), true);
  await page.getByRole('link', { name: 'Change depth' }).click();
  await page.getByRole('combobox', { name: 'Delegation depth' }).selectOption('1');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.goto(`${served.url}/agents/agt_planner`);
  await page.getByText('Delegation is limited to 1 level in').waitFor();
});

test('[U8][N3.2] a built-in agent is marked, can be edited and reset, and is not deleted', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/agents`);
  await until(() => page.getByText('Built in', { exact: true }).count(), 6);
  await page.getByRole('link', { name: 'Explorer', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Scout');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More actions for Scout' }).click();
  assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Reset to original' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset to original' }).click();
  await page.getByRole('heading', { name: 'Explorer' }).waitFor();
});
