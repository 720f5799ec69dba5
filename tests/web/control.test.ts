import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import type { Principal } from '../../packages/server/src/http/principal.ts';
import { violations } from '../support/axe.ts';
import { closeBrowser, until, type Visitor, visit } from '../support/browser.ts';
import { openDemoHouse } from '../support/demo-house.ts';
import { agent } from '../support/house.ts';
import { toolFor } from '../support/scripts.ts';
import { openServed, type ServedHouse } from '../support/served.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The words of a state, wherever on the page. */
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const save = async (page: Page) => {
  await page.getByRole('button', { name: /^Save/ }).click();
  await saved(page);
};
const openControl = (page: Page) => page.locator('summary', { hasText: 'Control' }).click();
const isTooWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

test('[U8] what an agent is held to is set in its form, kept, and there again after a reload', async () => {
  await using served = await openDemoHouse();
  await using visitor = await visit(served);
  const { page } = visitor;
  const planner = { ...params, agentId: agentIdOf('planner') };
  await page.goto(`${served.url}/agents/agt_planner`);
  await page.getByText('Nothing set').waitFor();
  await openControl(page);
  const control = page.getByRole('region', { name: 'Control' });
  await control.getByRole('combobox', { name: 'askUser' }).or(control.getByRole('combobox').first()).first().waitFor();
  const tool = (await served.owner.listTools({ params })).results.find(({ name }) => name === 'calculate')?.name ?? '';
  await page.getByRole('checkbox', { name: tool }).first().check();
  await control.getByRole('combobox', { name: tool }).selectOption('ask');
  await control.getByRole('switch', { name: 'A ceiling of its own' }).check();
  await control.getByRole('group', { name: 'Ceiling' }).getByRole('checkbox', { name: 'queryDataset' }).check();
  await control.getByRole('group', { name: 'Denied' }).getByRole('checkbox', { name: 'displayBarChart' }).check();
  await control
    .getByRole('group', { name: 'Grants for Researcher' })
    .getByRole('checkbox', { name: 'searchDatasets' })
    .check();
  await control.getByRole('switch', { name: 'Answers their questions' }).check();
  await control.getByRole('switch', { name: 'Acts on news' }).check();
  await save(page);
  const kept = await served.owner.getAgent({ params: planner });
  assert.deepEqual(kept.approvals, { [tool]: 'ask' });
  assert.ok(kept.ceiling?.includes('queryDataset'));
  assert.deepEqual(kept.denies, ['displayBarChart']);
  assert.deepEqual(kept.grants, { [agentIdOf('researcher')]: ['searchDatasets'] });
  assert.deepEqual([kept.answersQuestions, kept.actsOnNotices], [true, true]);
  await page.reload();
  await page.getByText('6 rules').waitFor();
  await openControl(page);
  assert.equal(await control.getByRole('combobox', { name: tool }).inputValue(), 'ask');
  assert.equal(
    await control.getByRole('group', { name: 'Denied' }).getByRole('checkbox', { name: 'displayBarChart' }).isChecked(),
    true,
  );
  assert.equal(await control.getByRole('switch', { name: 'Answers their questions' }).isChecked(), true);
  assert.deepEqual(await violations(page), []);
  await control.getByRole('combobox', { name: tool }).selectOption('workspace');
  await control.getByRole('switch', { name: 'A ceiling of its own' }).uncheck();
  await save(page);
  const after = await served.owner.getAgent({ params: planner });
  assert.deepEqual([after.approvals, after.ceiling], [{}, undefined]);
});

/** The same browser, with an editor signed in. */
async function becomesEditor(served: ServedHouse, { context, page }: Visitor): Promise<void> {
  const principal: Principal = { id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [localWorkspaceId] };
  const { cookie = '' } = await served.signIn(principal);
  const [name = '', value = ''] = cookie.split('=');
  await context.clearCookies();
  await context.addCookies([{ name, value, url: served.url }]);
  await page.reload();
}

test('[U15] bounds of an agent are an owner’s: an editor reads them, and is told what the server refuses', async () => {
  await using served = await openServed({
    agents: [agent('orchestrator', { tools: ['look', 'post'] })],
    tools: [
      toolFor('look', async () => 'seen', { effect: 'read' }),
      toolFor('post', async () => 'sent', { effect: 'unsafe', reach: 'outbound' }),
    ],
    script: [],
  });
  await using visitor = await visit(served, phone);
  const { page } = visitor;
  await becomesEditor(served, visitor);
  await page.goto(`${served.url}/agents/agt_orchestrator`);
  await openControl(page);
  await page.getByText('Only an owner may change these.').waitFor();
  const control = page.getByRole('region', { name: 'Control' });
  assert.equal(await control.getByRole('switch', { name: 'A ceiling of its own' }).isDisabled(), true);
  const post = control.getByRole('combobox', { name: 'post' });
  assert.equal(await post.locator('option[value=allow]').isDisabled(), true);
  assert.equal(await isTooWide(page), false);
  assert.deepEqual(await violations(page), []);
  await post.selectOption('deny');
  await control.getByRole('combobox', { name: 'look' }).selectOption('allow');
  await save(page);
  await page.reload();
  await openControl(page);
  await until(() => post.isDisabled(), true);
  // The form does not know of what an owner has set since.
  const orchestrator = { ...params, agentId: agentIdOf('orchestrator') };
  await served.owner.changeAgent({ params: orchestrator, body: { denies: ['look'] } });
  await page.getByRole('textbox', { name: 'Name' }).fill('Chief');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText("Only an owner may change an agent's denies.").waitFor();
});

test('[U18] the workspace says what needs approval and what nobody may use', async () => {
  await using served = await openDemoHouse();
  await using visitor = await visit(served, phone);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/workspace`);
  await page.getByRole('combobox', { name: 'Outside' }).selectOption('allow');
  await page.getByRole('combobox', { name: 'Running programs' }).selectOption('deny');
  await page.getByRole('checkbox', { name: 'calculate' }).check();
  await save(page);
  const kept = await served.owner.getWorkspace({ params });
  assert.deepEqual(kept.approvals, { internal: 'allow', outbound: 'allow', exec: 'deny', admin: 'ask' });
  assert.deepEqual(kept.deniedTools, ['calculate']);
  await page.reload();
  await until(() => page.getByRole('checkbox', { name: 'calculate' }).isChecked(), true);
  assert.equal(await page.getByRole('combobox', { name: 'Running programs' }).inputValue(), 'deny');
  assert.equal(await isTooWide(page), false);
  assert.deepEqual(await violations(page), []);
});
