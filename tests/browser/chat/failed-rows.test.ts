import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, newChat, visit } from '../../support/browser/browser.ts';
import { newTask, succeed } from '../../support/models/scripts.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../support/scripted/script.ts';
import { call, say, together } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

for (const width of [1440, 390]) {
  test(`[U85] a task row and a side pane that can't be drawn say so in their places, and the chat around goes on: ${width}`, async () => {
    await using served = await openServed({
      agents: [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')],
      script: byAgent({
        orchestrator: bySteps(
          [together(newTask('worker', 'Look at the lake'), newTask('worker', 'Look at the hill'))],
          [say('Heard both.')],
          [say('Here I am.')],
        ),
        worker: () => [succeed('I saw a heron.')],
      }),
    });
    await using visitor = await visit(served, { viewport: { width, height: 900 } });
    const { page } = visitor;
    await ask(page, 'Walk');
    await page.getByText('Heard both.').waitFor();
    const lake = page.locator('[data-task]').filter({ hasText: 'Look at the lake' });
    const taskId = await lake.getAttribute('data-task');
    await damage(page, '"title":"Look at the lake"', '"title":{"is":"Look at the lake"}');
    await page.goto(`${page.url()}?task=${taskId}`);
    const pane = failureOf(page, 'pane');
    await expectReadable(pane, 'Look at the lake');
    await pane.getByRole('button', { name: 'Close' }).click();
    await pane.waitFor({ state: 'detached' });
    await expectReadable(failureOf(page, 'task'), 'Look at the lake');
    const hill = page.locator('[data-task]').filter({ hasText: 'Look at the hill' });
    await hill.getByRole('button', { name: 'Open in side pane: Look at the hill' }).click();
    const whole = page.getByRole('region', { name: 'Thread of worker' });
    await whole.getByText('I saw a heron.').waitFor();
    await whole.getByRole('button', { name: 'Close' }).click();
    await ask(page, 'Are you there?');
    await page.getByText('Here I am.').waitFor();
  });
}

test("[U85] a question that can't be drawn says so in its place in the inbox, and the others can be answered", async () => {
  await using served = await openServed({
    agents: [agent('orchestrator', { tools: ['askUser'] })],
    script: (request) => {
      const [answer] = resultsOf(request);
      return answer ? [say('Thank you.')] : [call('askUser', { question: `Which ${inputsOf(request).at(-1)}?` })];
    },
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  for (const text of ['pier', 'lake']) {
    await newChat(page);
    await ask(page, text);
    await page.getByText(`Which ${text}?`).first().waitFor();
  }
  await damage(page, '"text":"Which pier?"', '"text":{"is":"Which pier?"}');
  await page.goto(`${served.url}/inbox`);
  const group = page.getByRole('region', { name: 'Waiting for you' });
  await expectReadable(failureOf(page, 'question'), 'Which pier?');
  const other = group.getByRole('article').filter({ hasText: 'Which lake?' });
  await other.getByRole('textbox').fill('The long one');
  await other.getByRole('button', { name: 'Answer', exact: true }).click();
  await other.waitFor({ state: 'detached' });
  assert.equal(await failureOf(page, 'question').count(), 1);
});

/** Damages what the page reads from replies and from the stream, from its next load on. */
async function damage(page: Page, from: string, to: string): Promise<void> {
  await page.addInitScript(`
    const parse = JSON.parse;
    const changed = (text) => typeof text === 'string' ? text.replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)}) : text;
    JSON.parse = (text, ...rest) => parse(changed(text), ...rest);
    Response.prototype.json = async function () { return JSON.parse(await this.text()); };
  `);
}

/** The part that stands where something can't be drawn. */
function failureOf(page: Page, what: string): Locator {
  return page
    .locator('div')
    .filter({ has: page.getByText(`This ${what} can't be displayed.`) })
    .filter({ has: page.getByRole('button', { name: 'Retry' }) })
    .last();
}

/** Its content can be read and copied in its place. */
async function expectReadable(failure: Locator, text: string): Promise<void> {
  await failure.getByRole('button', { name: 'Show as text' }).click();
  await failure.locator('..').locator('pre').filter({ hasText: text }).waitFor();
  await failure.getByRole('button', { name: /^Copy/ }).waitFor();
}
