import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, moving, until, visit } from '../../support/browser/browser.ts';
import { newTask } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const failing = byAgent({
  orchestrator: ({ place: { step } }) => (step === 1 ? [newTask('worker', 'Count')] : [say('So it is.')]),
  worker: () => [call('taskResult', { result: 'There are none.', status: 'error' })],
});

test('[U97] a double click on Retry is one more attempt at a task', async () => {
  const agents = [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')];
  await using served = await openServed({ agents, script: failing });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  const posts = postsTo(page, /\/retry$/);
  await pressTwice(page, 'Retry: Count');
  const second = page.locator('[data-task]', { hasText: 'attempt 2' });
  await second.locator('xpath=self::*[@data-status="failed"]').waitFor();
  await page.reload();
  await second.waitFor();
  assert.equal(await page.locator('[data-task]').count(), 2);
  assert.equal(new Set(posts).size, 1);
});

test('[U97] a double click on Regenerate answer is one more answer', async () => {
  await using served = await openServed({
    agents: [agent('orchestrator')],
    script: [say('One.')],
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByText('One.').waitFor();
  const posts = postsTo(page, /\/regenerate$/);
  await pressTwice(page, 'Regenerate answer');
  await until(async () => posts.length > 0, true);
  await page.getByText('One.').waitFor();
  assert.equal(new Set(posts).size, 1);
});

test('[U90.1] text in a retry, a refusal, a title and a budget keeps the page from being reloaded', async () => {
  const script = byAgent({
    orchestrator: (request) =>
      request.place.step === 1
        ? [newTask('worker', 'Count')]
        : request.place.step === 2
          ? [call('mail', {})]
          : [say('So.')],
    worker: () => [call('taskResult', { result: 'There are none.', status: 'error' })],
  });
  const agents = [agent('orchestrator', { subAgents: ['worker'], tools: ['mail'] }), agent('worker')];
  await using served = await openServed({ agents, script, tools: witnessTools().tools });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  const dirty = page.locator('[data-is-dirty]');
  const expectDirty = async (count: number) => until(() => dirty.count(), count);
  await page.getByRole('button', { name: 'Set a budget for this message' }).click();
  await expectDirty(0);
  await page.getByRole('textbox', { name: 'Budget' }).fill('50000');
  await expectDirty(1);
  await page.getByRole('button', { name: 'Remove budget' }).click();
  await expectDirty(0);
  await ask(page, 'Go');

  await page.getByRole('button', { name: 'Refuse…' }).click();
  await expectDirty(0);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Too early');
  await expectDirty(1);
  await page.getByRole('textbox', { name: 'Reason' }).fill('');
  await expectDirty(0);

  await page.getByRole('button', { name: 'Edit and retry: Count' }).click();
  await expectDirty(0);
  await page.getByRole('textbox', { name: 'Instruction' }).fill('Count again');
  await expectDirty(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectDirty(0);

  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'Go' }).hover();
  await page.getByRole('button', { name: 'More actions for Go' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expectDirty(0);
  await page.getByRole('textbox', { name: 'New title' }).fill('Another');
  await expectDirty(1);
});

/** Two clicks in one task of the page: nothing is drawn between them. */
async function pressTwice(page: Page, label: string): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true });
  await button.waitFor();
  await button.evaluate((element) => {
    (element as unknown as { click: () => void }).click();
    (element as unknown as { click: () => void }).click();
  });
}

/** The idempotency key of each such request, or its place where it has none. */
function postsTo(page: Page, address: RegExp): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !address.test(new URL(request.url()).pathname)) return;
    posts.push(request.headers()['idempotency-key'] ?? `no key ${posts.length}`);
  });
  return posts;
}
