import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import type { Principal } from '../../../packages/server/src/http/auth/principal.ts';
import { openDemoApp } from '../../support/apps/demo-app.ts';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { becomeOther, closeBrowser, until, type Visitor, visit } from '../../support/browser/browser.ts';
import { toolFor } from '../../support/models/scripts.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The texts of a state, wherever on the page. */
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const save = async (page: Page) => {
  await page.getByRole('button', { name: /^Save/ }).click();
  await saved(page);
};
const openControl = (page: Page) => page.locator('summary', { hasText: 'Rules and limits' }).click();
const isTooWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

test('[U8] control settings of an agent are set in its form, saved, and there after a reload', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  const planner = { ...params, agentId: agentIdOf('planner') };
  await page.goto(`${served.url}/agents/agt_planner`);
  await page.getByText('None set').waitFor();
  await openControl(page);
  const control = page.getByRole('region', { name: 'Rules and limits' });
  await control.getByRole('combobox', { name: 'askUser' }).or(control.getByRole('combobox').first()).first().waitFor();
  const tool = (await served.owner.listTools({ params })).results.find(({ name }) => name === 'calculate')?.name ?? '';
  await page.getByRole('checkbox', { name: tool }).first().check();
  await control.getByRole('combobox', { name: tool }).selectOption('ask');
  await control.getByRole('switch', { name: 'Limit tools' }).check();
  await control.getByRole('group', { name: 'Allowed tools' }).getByRole('checkbox', { name: 'queryDataset' }).check();
  await control.getByRole('group', { name: 'Denied tools' }).getByRole('checkbox', { name: 'displayBarChart' }).check();
  await control
    .getByRole('group', { name: 'Grants for Researcher' })
    .getByRole('checkbox', { name: 'searchDatasets' })
    .check();
  await control.getByRole('switch', { name: 'Answer questions from sub-agents' }).check();
  await control.getByRole('switch', { name: 'Respond to background results' }).check();
  await control.getByRole('textbox', { name: 'Cost in US dollars' }).fill('0.25');
  await control.getByRole('textbox', { name: 'Work time in minutes' }).fill('1,5');
  await control.getByRole('textbox', { name: 'Result schema' }).fill('{"type":"object"}');
  await save(page);
  const kept = await served.owner.getAgent({ params: planner });
  assert.deepEqual(kept.approvals, { [tool]: 'ask' });
  assert.ok(kept.ceiling?.includes('queryDataset'));
  assert.deepEqual(kept.denies, ['displayBarChart']);
  assert.deepEqual(kept.grants, { [agentIdOf('researcher')]: ['searchDatasets'] });
  assert.deepEqual([kept.answersQuestions, kept.actsOnNotices], [true, true]);
  assert.deepEqual(kept.budget, { tokens: null, costMicros: 250_000, workMs: 90_000, calls: null, tasks: null });
  assert.deepEqual(kept.resultSchema, { type: 'object' });
  await page.reload();
  await page.getByText('8 rules').waitFor();
  await openControl(page);
  assert.equal(await control.getByRole('combobox', { name: tool }).inputValue(), 'ask');
  assert.equal(
    await control
      .getByRole('group', { name: 'Denied tools' })
      .getByRole('checkbox', { name: 'displayBarChart' })
      .isChecked(),
    true,
  );
  assert.equal(await control.getByRole('switch', { name: 'Answer questions from sub-agents' }).isChecked(), true);
  assert.equal(await control.getByRole('textbox', { name: 'Cost in US dollars' }).inputValue(), '0.25');
  assert.match(await control.getByRole('textbox', { name: 'Result schema' }).inputValue(), /"type": "object"/);
  assert.deepEqual(await violations(page), []);
  await control.getByRole('combobox', { name: tool }).selectOption('workspace');
  await control.getByRole('textbox', { name: 'Cost in US dollars' }).fill('');
  await control.getByRole('textbox', { name: 'Work time in minutes' }).fill('');
  await control.getByRole('textbox', { name: 'Result schema' }).fill('');
  await control.getByRole('switch', { name: 'Limit tools' }).uncheck();
  await save(page);
  const after = await served.owner.getAgent({ params: planner });
  assert.deepEqual([after.approvals, after.ceiling], [{}, undefined]);
  assert.deepEqual([after.budget ?? null, after.resultSchema ?? null], [null, null]);
});

test('[U8] a budget and a result schema are checked while typing, and a wrong one opens its section', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/agents/agt_planner`);
  await openControl(page);
  const schema = page.getByRole('textbox', { name: 'Result schema' });
  await schema.fill('{"type":');
  await page.getByText(/This is not valid JSON/).waitFor();
  await schema.fill('{"type":"strng"}');
  await page.getByText(/This schema can't be used: type /).waitFor();
  await schema.fill('');
  await page.getByText(/This schema can't be used/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Insert example' }).click();
  assert.equal(await schema.getAttribute('aria-invalid'), null);
  await page.getByRole('textbox', { name: 'Tool calls' }).fill('1.5');
  await page.getByText('Tool calls must be a whole number.').waitFor();
  await page.getByRole('textbox', { name: 'Tool calls' }).fill('-2');
  await page.getByText('Tool calls must be 0 or more.').waitFor();
  await openControl(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await until(() => page.evaluate('document.activeElement.value'), '-2');
});

/** The same browser, with an editor signed in. */
function becomesEditor(served: ServedApp, visitor: Visitor): Promise<void> {
  const principal: Principal = { id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [localWorkspaceId] };
  return becomeOther(served, visitor, principal);
}

test("[U15] only owners set limits of an agent: an editor reads them, and a save keeps an owner's later change", async () => {
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
  for (const name of ['Delegation rights', 'Budget'])
    await page.getByRole('region', { name }).getByText('Only owners can change these.').waitFor();
  const control = page.getByRole('region', { name: 'Rules and limits' });
  assert.equal(await control.getByRole('switch', { name: 'Limit tools' }).isDisabled(), true);
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
  // The form does not know an owner's later change.
  const orchestrator = { ...params, agentId: agentIdOf('orchestrator') };
  await served.owner.changeAgent({ params: orchestrator, body: { denies: ['look'] } });
  await page.getByRole('textbox', { name: 'Name' }).fill('Chief');
  await save(page);
  const { name, denies } = await served.owner.getAgent({ params: orchestrator });
  assert.deepEqual([name, denies], ['Chief', ['look']]);
});

test('[U18.4] the workspace sets approval rules, denied tools, and limits of its chats', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served, phone);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/workspace`);
  await page.getByRole('combobox', { name: 'External tools' }).selectOption('allow');
  await page.getByRole('combobox', { name: 'Tools that run code' }).selectOption('deny');
  await page.getByRole('checkbox', { name: 'calculate' }).check();
  const limits = page.getByRole('region', { name: 'Limits' });
  const steps = limits.getByRole('textbox', { name: 'Steps' });
  assert.equal(await steps.getAttribute('placeholder'), '100');
  await steps.fill('5000');
  await page.getByText('Steps per task must be at most 1000.').waitFor();
  await steps.fill('40');
  await limits.getByRole('textbox', { name: 'Model response timeout' }).fill('0.5');
  const approval = limits.getByRole('textbox', { name: 'Approval time limit' });
  assert.equal(await approval.getAttribute('placeholder'), 'No limit');
  await approval.fill('90');
  await limits.getByRole('textbox', { name: 'Summarize prompts above' }).fill('20000');
  const retries = limits.getByRole('textbox', { name: 'Retry provider errors for' });
  assert.equal(await retries.getAttribute('placeholder'), '10');
  await retries.fill('3');
  await page
    .getByRole('region', { name: 'Budget per message' })
    .getByRole('textbox', { name: 'Cost in US dollars' })
    .fill('2');
  await save(page);
  const kept = await served.owner.getWorkspace({ params });
  assert.deepEqual(kept.approvals, { internal: 'allow', outbound: 'allow', exec: 'deny', admin: 'ask' });
  assert.deepEqual(kept.deniedTools, ['calculate']);
  const budget = { tokens: null, costMicros: 2_000_000, workMs: null, calls: null, tasks: null };
  const lengths = { approvalLapseMs: 5_400_000, compactAtTokens: 20_000, providerRetryMs: 180_000 };
  assert.deepEqual(kept.limits, { maxSteps: 40, idleMs: 30_000, ...lengths, budget });
  await page.reload();
  await until(() => steps.inputValue(), '40');
  assert.equal(await approval.inputValue(), '90');
  await until(() => page.getByRole('checkbox', { name: 'calculate' }).isChecked(), true);
  assert.equal(await page.getByRole('combobox', { name: 'Tools that run code' }).inputValue(), 'deny');
  assert.equal(await isTooWide(page), false);
  assert.deepEqual(await violations(page), []);
  await steps.fill('');
  await save(page);
  assert.equal((await served.owner.getWorkspace({ params })).limits.maxSteps, undefined);
});
