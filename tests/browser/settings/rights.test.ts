import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import type { Principal } from '../../../packages/server/src/http/auth/principal.ts';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, becomeOther, closeBrowser, untilStill, type Visitor, visit } from '../../support/browser/browser.ts';
import { delegating } from '../../support/models/scripts.ts';
import { byAgent, resultsOf } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')];
const script = byAgent({
  orchestrator: delegating(['worker', 'Ask somebody'], ['worker', 'Fail at it']),
  worker: (request) => {
    const isFailing = JSON.stringify(request.messages).includes('Fail at it');
    if (isFailing) return [call('taskResult', { result: 'No.', status: 'error' })];
    return resultsOf(request).length === 0 ? [call('askUser', { question: 'Whom?' })] : [say('Asked.')];
  },
});

/** The same browser, with another person signed in. */
function becomes(served: ServedApp, visitor: Visitor, role: Principal['role']): Promise<void> {
  const principal: Principal = { id: role, name: role, role, workspaceIds: [localWorkspaceId] };
  return becomeOther(served, visitor, principal);
}

async function names(page: Page, path: string, url: string): Promise<string> {
  await page.goto(url + path);
  await page.locator('main h1, main h2').first().waitFor();
  await untilStill(page);
  const offered = await page.locator('main').getByRole('button').all();
  const labels = await Promise.all(
    offered.map(async (one) =>
      (await one.isDisabled()) ? '' : ((await one.getAttribute('aria-label')) ?? (await one.innerText())),
    ),
  );
  return labels.filter(Boolean).join(' | ');
}

test('[U15] a viewer is offered nothing that the server would refuse', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByRole('article', { name: 'Needs your answer' }).waitFor();
  const chat = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Retry: Fail at it', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop: Ask somebody' }).waitFor();
  await becomes(served, visitor, 'viewer');
  await page.getByText('Waiting for an editor or owner to answer.').waitFor();
  assert.doesNotMatch(await names(page, chat, served.url), /Stop|Retry|Edit|Send|Answer/);
  assert.equal(await page.getByRole('textbox', { name: 'Message' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /^More actions for/ }).count(), 0);
  assert.equal(await names(page, '/', served.url), '');
  assert.doesNotMatch(await names(page, '/agents', served.url), /New agent|More actions for/);
  assert.equal(await names(page, '/settings/skills', served.url), '');
  assert.equal(await names(page, '/settings/providers', served.url), '');
  assert.equal(await names(page, '/settings/data', served.url), 'Sign out');
  await page.goto(`${served.url}/agents/agt_worker`);
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).isDisabled(), true);
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
});

test('[U15] an editor works with chats, agents and skills, and does not set up the workspace', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served);
  const { page } = visitor;
  await becomes(served, visitor, 'editor');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  assert.match(await names(page, '/agents', served.url), /New agent/);
  assert.match(await names(page, '/settings/skills', served.url), /New skill/);
  assert.equal(await names(page, '/settings/providers', served.url), '');
  assert.equal(await names(page, '/settings/data', served.url), 'Chat file | Choose file | Sign out');
  await page.goto(`${served.url}/settings/workspace`);
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).isDisabled(), true);
});
