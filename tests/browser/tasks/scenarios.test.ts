import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, type TestAppOptions } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { assertSameDrawing } from '../../support/browser/drawn.ts';
import { delegating, succeed, toolFor } from '../../support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../support/scripted/script.ts';
import { barrier, call, callWithKey, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [
  agent('orchestrator', { subAgents: ['lead', 'worker'], tools: ['askUser', 'look'] }),
  agent('lead', { subAgents: ['worker', 'clerk'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['askUser', 'look'] }),
  agent('clerk', { tools: ['askUser', 'look'] }),
];
const tools = [toolFor('look', async ({ where }) => ({ saw: `${where} from afar` }), { effect: 'read' })];
const app = (script: TestAppOptions['script']) => openServed({ agents, tools, script, limits: { maxDepth: 3 } });

const rows = (page: Page) => page.locator('[data-task]');
const row = (page: Page, title: string) => page.locator(`[data-task]:has(> div [title="${title}"])`);
const unfold = (page: Page, title: string) =>
  row(page, title).locator('> div').getByRole('button', { expanded: false }).first().click();

test("[U3] [U2] three deep, each row is inside its parent's", async () => {
  await using served = await app(
    byAgent({
      orchestrator: delegating(['lead', 'The first level']),
      lead: delegating(['worker', 'The second level']),
      worker: delegating(['clerk', 'The third level']),
      clerk: [say('Down **here**, '), barrier('deep'), say('at the bottom.')],
    }),
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go down');
  await served.model.barriers.reached('deep');
  for (const title of ['The first level', 'The second level', 'The third level']) await unfold(page, title);
  const deepest = page.locator('[data-task] [data-task] [data-task]');
  await deepest.locator('strong', { hasText: 'here' }).waitFor();
  assert.equal(await deepest.getAttribute('data-status'), 'running');
  assert.equal(await rows(page).count(), 3);
  const again = await visitor.openTab(new URL(page.url()).pathname);
  await again.locator('strong', { hasText: 'here' }).waitFor();
  served.model.barriers.release('deep');
  for (const tab of [page, again]) {
    await tab.getByText('Down here, at the bottom.').first().waitFor();
    await until(() => tab.locator('[data-status=success]').count(), 3);
  }
});

test('[U3] ten deep, also on a phone, each row is inside the one above, and the page is no wider', async () => {
  const names = ['orchestrator', ...Array.from({ length: 10 }, (_, index) => `level-${index + 1}`)];
  const chain = names.map((name, index) => agent(name, { subAgents: names.slice(index + 1, index + 2) }));
  const script = byAgent(
    Object.fromEntries(
      names.map((name, index) => {
        const next = names[index + 1];
        return [name, next ? delegating([next, `Task ${index + 1}`]) : [say('At the bottom.')]];
      }),
    ),
  );
  await using served = await openServed({ agents: chain, script, limits: { maxDepth: 10 } });
  for (const width of [1440, 390]) {
    await using visitor = await visit(served, { viewport: { width, height: 900 } });
    const { page } = visitor;
    await ask(page, 'Go all the way down');
    for (let depth = 1; depth <= 10; depth += 1) await unfold(page, `Task ${depth}`);
    const deepest = page.locator(Array.from({ length: 10 }, () => '[data-task]').join(' '));
    await deepest.getByText('At the bottom.').first().waitFor();
    assert.equal(await rows(page).count(), 10);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    assert.ok(((await deepest.boundingBox())?.width ?? 0) > 150);
  }
});

test('[U3] the row of a long task shows its end first, and the rest on request', async () => {
  await using served = await app(
    byAgent({
      orchestrator: delegating(['worker', 'Look forty times']),
      worker: ({ place: { step } }) =>
        step > 40 ? [succeed('Seen all.')] : [call('look', { where: `place ${step}` })],
    }),
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Look');
  await page.getByText('Heard: success: Seen all.').waitFor({ timeout: 30_000 });
  await page.reload();
  await unfold(page, 'Look forty times');
  await row(page, 'Look forty times').getByText('place 40', { exact: true }).waitFor();
  assert.equal(await row(page, 'Look forty times').getByText('place 1', { exact: true }).count(), 0);
  await row(page, 'Look forty times').getByRole('button', { name: 'Show earlier messages' }).click();
  await row(page, 'Look forty times').getByText('place 1', { exact: true }).waitFor();
  assert.equal(await row(page, 'Look forty times').getByRole('button', { name: 'Show earlier messages' }).count(), 0);
});

test('[D12.2] [U2] one of three tasks is stopped: its text stays, the others continue, and the parent is notified', async () => {
  await using served = await app(
    byAgent({
      orchestrator: delegating(['worker', 'Go east'], ['worker', 'Go south'], ['worker', 'Go west']),
      worker: (request) => [say(`On my way: ${inputsOf(request)[0]} `), barrier('walking'), say('and there.')],
    }),
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go everywhere');
  await served.model.barriers.reached('walking', 3);
  await unfold(page, 'Go south');
  await row(page, 'Go south').getByText('On my way: Go south').waitFor();
  await page.getByRole('button', { name: 'Stop: Go south' }).click();
  await row(page, 'Go south').getByText('Canceled', { exact: true }).waitFor();
  await row(page, 'Go south').getByText('On my way: Go south').waitFor();
  assert.equal(await page.locator('[data-status=running]').count(), 2);
  served.model.barriers.release('walking');
  await page.getByText(/^Heard:.*cancelled/).waitFor();
  assert.deepEqual(await Promise.all((await rows(page).all()).map((each) => each.getAttribute('data-status'))), [
    'success',
    'cancelled',
    'success',
  ]);
  await page.getByRole('button', { name: 'Retry: Go south', exact: true }).waitFor();
});

test('[D11.1] [U6] a child three deep asks, is answered from the inbox of another page, and continues in the first', async () => {
  await using served = await app(
    byAgent({
      orchestrator: delegating(['lead', 'Lead']),
      lead: delegating(['worker', 'Work']),
      worker: delegating(['clerk', 'Choose']),
      clerk: (request) =>
        resultsOf(request).length === 0
          ? [call('askUser', { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] })]
          : [succeed(`It is ${JSON.stringify(resultsOf(request)[0]?.value)}.`)],
    }),
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Breakfast');
  await page.locator('[data-task] [data-task] [data-task]').getByText('Tea or coffee?').waitFor();
  const inbox = await visitor.openTab('/inbox');
  await inbox.getByRole('region', { name: 'Waiting for you' }).getByRole('button', { name: 'Coffee' }).click();
  await page.getByText(/^Heard: success: .*Coffee/).waitFor();
  await until(() => page.locator('[data-status=success]').count(), 1);
  assert.equal(await page.locator('[data-needs-you]').count(), 0);
  await inbox.getByText(/Nothing is waiting for you/).waitFor();
});

test('[S4] [U5] calls with a reused provider key are kept apart, each with its own result', async () => {
  await using served = await app(
    byAgent({
      orchestrator: bySteps(
        [callWithKey('same', 'look', { where: 'the lake' })],
        [callWithKey('same', 'look', { where: 'the hill' })],
        [say('Seen both.')],
      ),
    }),
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Look');
  await page.getByText('Seen both.').waitFor();
  for (const where of ['the lake', 'the hill']) {
    await page.getByRole('button', { name: new RegExp(`look ${where}`) }).click();
    await page.getByText(`"saw": "${where} from afar"`).waitFor();
  }
  const again = await visitor.openTab(new URL(page.url()).pathname);
  await assertSameDrawing(page, again, 'both calls open');
});

test('[U5] [U4] an address with a task, a tab and a call opens them, also in a fresh browser', async () => {
  await using served = await app(
    byAgent({
      orchestrator: delegating(['lead', 'Lead the way'], ['worker', 'Look around']),
      lead: delegating(['worker', 'Look far']),
      worker: bySteps([call('look', { where: 'the lake' }), call('look', { where: 'the hill' })], [succeed('Seen.')]),
    }),
  );
  const { chatId } = await served.owner.openChat({
    params: { workspaceId: localWorkspaceId },
    body: { text: 'Look everywhere' },
  });
  const params = { workspaceId: localWorkspaceId, chatId };
  await until(
    async () =>
      (await served.owner.listTasks({ params, query: {} })).results.filter(({ title }) => title === 'Look far').length,
    1,
  );
  const range = { workspaceId: localWorkspaceId, rootId: chatId, after: 0, limit: 10_000 };
  const settled = async () => (await served.owner.getChat({ params })).status;
  await until(settled, 'idle');
  const events = await served.served.retinue.log.read(range);
  const task = events.find((event) => event.type === 'task.opened' && event.data.title === 'Look far');
  assert.ok(task?.type === 'task.opened');
  const hill = events.find(
    (event) =>
      event.type === 'call.requested' &&
      event.threadId === task.data.childThreadId &&
      JSON.stringify(event.data.args).includes('the hill'),
  );
  assert.ok(hill?.type === 'call.requested');
  await using visitor = await visit(served);
  const { page } = visitor;
  const address = `${served.url}/chat/${chatId}?task=${task.data.taskId}`;
  await page.goto(`${address}&call=${hill.data.callId}`);
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  await pane.getByRole('heading', { name: 'Look far' }).waitFor();
  const path = page.getByRole('navigation', { name: 'Path to this task' });
  assert.equal((await path.innerText()).replaceAll(/\s+/g, ' '), 'Chat lead worker');
  const shown = pane.getByRole('button', { name: /look the hill/, expanded: true });
  await shown.waitFor();
  assert.ok(await shown.isVisible());
  await pane.getByText('"saw": "the hill from afar"').waitFor();
  assert.equal(await pane.getByRole('button', { name: /look the lake/, expanded: true }).count(), 0);
  for (const [tab, label] of [
    ['context', 'Context'],
    ['usage', 'Usage'],
    ['events', 'Raw events'],
  ]) {
    await page.goto(`${address}&tab=${tab}`);
    await page.getByRole('tab', { name: label ?? '', selected: true }).waitFor();
    await page.getByRole('region', { name: label ?? '', exact: true }).waitFor();
  }
  await page.goto(`${served.url}/chat/${chatId}?task=task_nosuch&tab=nonsense&call=none`);
  await page.getByText(/^Heard:/).waitFor();
});
