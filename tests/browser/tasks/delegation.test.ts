import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, type TestAppOptions } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, moving, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed, toolFor } from '../../support/models/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../support/scripted/script.ts';
import { barrier, call, fail, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const boss = agent('orchestrator', { subAgents: ['worker', 'lead'] });
const agents = [boss, agent('worker', { tools: ['askUser', 'look'] }), agent('lead', { subAgents: ['worker'] })];
const tools = [toolFor('look', async () => 'seen', { effect: 'read' })];
const app = (options: Partial<TestAppOptions> & Pick<TestAppOptions, 'script'>) =>
  openServed({ agents, tools, limits: { maxDepth: 3 }, ...options });

const rows = (page: Page) => page.locator('[data-task]');
const words = (page: Page, text: string | RegExp) => page.getByText(text).first();

test('[U2] [U1] a new user opens the link, asks, and sees a delegation live and finished', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['worker', 'Count the boats in the harbour']),
      worker: bySteps([call('look', { where: 'harbour' })], [say('One, '), barrier('counting'), say('two.')]),
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  assert.equal(new URL(page.url()).hash, '');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await ask(page, 'How many boats?');
  await served.model.barriers.reached('counting');
  const row = rows(page).first();
  await row.getByText('Running').waitFor();
  await row.getByText('Count the boats in the harbour').waitFor();
  await row.getByText('writing').waitFor();
  assert.equal(await row.getByRole('button', { expanded: true }).count(), 0);
  served.model.barriers.release('counting');
  await row.getByText('Done').waitFor();
  await words(page, 'Heard: success: One, two.').waitFor();
  await row.getByRole('button', { expanded: false }).first().click();
  await row.getByText('look', { exact: true }).waitFor();
  await row.getByText('One, two.').waitFor();
});

test('[U2] two tasks of one step run in parallel, each in its own row', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['worker', 'Go east'], ['worker', 'Go west']),
      worker: [barrier('walking'), succeed('There.')],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  await served.model.barriers.reached('walking', 2);
  await page.locator('[data-status=running]').nth(1).waitFor();
  assert.equal(await rows(page).count(), 2);
  served.model.barriers.release('walking');
  await page.locator('[data-status=success]').nth(1).waitFor();
});

test('[U3] [U2] a task inside a task is in its row, under its call', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['lead', 'Lead this']),
      lead: delegating(['worker', 'Do the deep part']),
      worker: [barrier('deep'), succeed('Done deep down.')],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go deep');
  await served.model.barriers.reached('deep');
  const outer = rows(page).first();
  await outer.getByText('waiting for 1 sub-agent').waitFor();
  await outer.getByRole('button', { expanded: false }).first().click();
  const inner = outer.locator('[data-task]');
  await inner.getByText('Do the deep part').waitFor();
  await inner.getByText('Running').waitFor();
  served.model.barriers.release('deep');
  await inner.getByText('Done', { exact: true }).waitFor();
  await inner.getByRole('button', { expanded: false }).first().click();
  await inner.getByText('Done deep down.').waitFor();
});

test('[U2.1] a failed child opens by itself, shows the reason while closed too, and stays as the person left it', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['worker', 'Try the impossible']),
      worker: [fail({ message: 'The provider said no.', retryable: false })],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Try');
  const row = rows(page).first();
  await row.getByText('Failed', { exact: true }).waitFor();
  await row.getByRole('button', { expanded: true }).waitFor();
  await row.getByRole('button', { expanded: true }).click();
  await row.getByText(/The provider said no/).waitFor();
  await page.reload();
  await row.getByText(/The provider said no/).waitFor();
  assert.equal(await row.getByRole('button', { expanded: true }).count(), 0);
});

test('[U2.2] a retried task is attempt 2 under the same call', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: bySteps(
        delegating(['worker', 'Knock at the door']),
        [say('It failed.')],
        [say('Now it went well.')],
      ),
      worker: ({ place }) =>
        place.threadId.endsWith('_2')
          ? [succeed('Opened.')]
          : [call('taskResult', { result: 'Closed.', status: 'error' })],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Knock');
  await words(page, 'It failed.').waitFor();
  await page.getByRole('button', { name: 'Retry: Knock at the door', exact: true }).click();
  await page.getByText('Attempt 2', { exact: true }).waitFor();
  await page.locator('[data-status=success]').waitFor();
  await words(page, 'Now it went well.').waitFor();
});

test('[U2.1] [U6] a question from below is answered in its place, and its row opens for it', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['worker', 'Buy fruit']),
      worker: (request) =>
        resultsOf(request).length === 0
          ? [call('askUser', { question: 'Which fruit?', options: ['Apples', 'Pears'] })]
          : [succeed(`Bought: ${JSON.stringify(resultsOf(request)[0]?.value)}`)],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Shop');
  const row = rows(page).first();
  await row.getByText('Waiting for you').waitFor();
  await row.getByRole('article', { name: 'Needs your answer' }).waitFor();
  await until(() => page.title(), '(1) Retinue');
  await row.getByRole('button', { name: 'Pears' }).click();
  await row.getByText('Done', { exact: true }).waitFor();
  await words(page, /Heard: success: Bought:.*Pears/).waitFor();
  await until(() => page.title(), 'Retinue');
});

test('[U2] [S2] a reload in the middle of a run shows the same as the live page', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['worker', 'Go east'], ['lead', 'Go west']),
      lead: delegating(['worker', 'Go further west']),
      worker: bySteps([call('look', { where: 'there' })], [say('I am **half** '), barrier('halfway'), say('there.')]),
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  await served.model.barriers.reached('halfway', 2);
  const [first, second] = [rows(page).first(), page.locator('[data-status=running]', { hasText: 'Go west' }).first()];
  await first.getByRole('button', { expanded: false }).first().click();
  await second.getByRole('button', { expanded: false }).first().click();
  await second.locator('[data-task]').getByRole('button', { expanded: false }).first().click();
  await page.locator('strong', { hasText: 'half' }).nth(1).waitFor();
  const shown = () =>
    page.evaluate("document.querySelector('[aria-label=Messages]').innerText.replaceAll(/\\d+ s\\b/g, 'some time')");
  const live = await shown();
  await page.reload();
  await page.locator('strong', { hasText: 'half' }).nth(1).waitFor();
  assert.equal(await shown(), live);
  served.model.barriers.release('halfway');
  const everyHalf = page.locator('strong', { hasText: 'half' }).nth(4);
  await everyHalf.waitFor();
  const finished = await shown();
  await page.reload();
  await everyHalf.waitFor();
  assert.equal(await shown(), finished);
});

test('[U4] a delegation that is being written is announced', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: (request) =>
        resultsOf(request).length === 0
          ? [
              say('One moment.'),
              { type: 'call', key: null, name: 'newTask', deltas: ['{"task":"Look for '] },
              barrier('writing'),
            ]
          : [say('Over.')],
      worker: [succeed('ok')],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Begin');
  await page.getByText('Preparing to delegate…').waitFor();
  await page.getByText('Look for').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('article', { name: 'Canceled' }).waitFor();
});
