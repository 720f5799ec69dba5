import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Json } from '../../../packages/server/src/ports/engine/model.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, type TestAppOptions } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { delegating, toolFor } from '../../support/models/scripts.ts';
import type { Script } from '../../support/scripted/script.ts';
import { byAgent, bySteps } from '../../support/scripted/script.ts';
import { barrier, call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const resultSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, rent: { type: 'number' } },
  required: ['city', 'rent'],
};
const oslo = { city: 'Oslo', rent: 1200 };
const give = (result: Json) => call('taskResult', { result, status: 'success' });
const team = [
  agent('orchestrator', { subAgents: ['clerk', 'scout'] }),
  { ...agent('clerk'), resultSchema },
  agent('scout', { tools: ['look'] }),
];
const app = (scripts: Record<string, Script>, limits: TestAppOptions['limits'] = {}) =>
  openServed({
    agents: team,
    limits,
    tools: [toolFor('look', async ({ at }) => `saw ${String(at)}`, { effect: 'read' })],
    script: byAgent(scripts),
  });
const row = (page: Page) => page.locator('[data-task]').first();
const unfold = (page: Page) => row(page).getByRole('button', { expanded: false }).first().click();

async function allGood(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
}

for (const width of [1280, 390]) {
  test(`[U3] a result that had to be repaired says so, in its row and beside the chat, at ${width} px`, async () => {
    await using served = await app({
      orchestrator: delegating(['clerk', 'Find the rents']),
      clerk: bySteps([say('Oslo: 1200')], [barrier('repairing'), say(JSON.stringify(oslo))]),
    });
    await using visitor = await visit(served, { viewport: { width, height: 800 } });
    const { page } = visitor;
    await ask(page, 'Rents');
    await served.model.barriers.reached('repairing');
    await unfold(page);
    await row(page).getByText('asked to correct its result').waitFor();
    served.model.barriers.release('repairing');
    await row(page).getByText('Done', { exact: true }).waitFor();
    await row(page).getByText('asked to correct its result').waitFor();
    await row(page).getByText('Oslo: 1200').waitFor();
    await allGood(page);
    await page.getByRole('button', { name: 'Open in side pane: Find the rents' }).click();
    const pane = page.getByRole('region', { name: 'Thread of clerk' });
    await pane.getByText('asked to correct its result').waitFor();
    await allGood(page);
    await page.reload();
    await pane.getByText('asked to correct its result').waitFor();
  });
}

test('[U3] a result that does not fit is shown as rejected, with the reason, and the one that fits in full', async () => {
  await using served = await app({
    orchestrator: delegating(['clerk', 'Find the rents']),
    clerk: bySteps([give({ city: 'Oslo' })], [give(oslo)]),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Rents');
  await row(page).getByText('Done', { exact: true }).waitFor();
  await unfold(page);
  const [refused, taken] = [0, 1].map((at) => row(page).getByRole('article', { name: 'Result' }).nth(at));
  await refused?.getByText('Rejected result').waitFor();
  await refused?.getByText(/required property "rent"/).waitFor();
  await taken?.getByText('Returned result').waitFor();
  await taken?.getByText('"rent": 1200').waitFor();
  await allGood(page);
});

test('[U3] findings before a limit are labeled, in the failed row and beside the chat', async () => {
  await using served = await app(
    {
      orchestrator: delegating(['scout', 'Look around']),
      scout: ({ place }) =>
        place.kind === 'salvage'
          ? [barrier('telling'), say('I saw **a heron** and an owl.')]
          : [say(`Round ${place.step}.`), call('look', { at: place.step })],
    },
    { maxSteps: 2 },
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Look');
  await served.model.barriers.reached('telling');
  await page.getByRole('button', { name: 'Open in side pane: Look around' }).click();
  const pane = page.getByRole('region', { name: 'Thread of scout' });
  await pane.getByText('partial work after a limit').waitFor();
  served.model.barriers.release('telling');
  await row(page).getByText('Failed', { exact: true }).waitFor();
  for (const place of [row(page), pane]) {
    await place.getByText('partial work after a limit').waitFor();
    await place.locator('strong', { hasText: 'a heron' }).waitFor();
    await place
      .getByText(/limit of 2 steps/)
      .first()
      .waitFor();
  }
  await allGood(page);
});

test('[U3] a child without an answer is asked to wrap up, and the step says so', async () => {
  await using served = await app({
    orchestrator: delegating(['scout', 'Look around']),
    scout: ({ place }) =>
      place.kind === 'wrap-up' ? [say('Nothing but water.')] : place.step === 1 ? [call('look', { at: 1 })] : [],
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Look');
  await row(page).getByText('Done', { exact: true }).waitFor();
  await unfold(page);
  await row(page).getByText('asked to finish').waitFor();
  await row(page).getByText('Nothing but water.').waitFor();
});
