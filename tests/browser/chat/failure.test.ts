import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { type AgentDefinition, localWorkspaceId, viewTree } from '@retinue/protocol';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { cost } from '../../../packages/server/src/views/figures.ts';
import { paid } from '../../support/apps/paid-app.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, isViewed, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed } from '../../support/models/scripts.ts';
import { byAgent, type Script } from '../../support/scripted/script.ts';
import { fail, say } from '../../support/scripted/script-lines.ts';
import { createScriptedModel } from '../../support/scripted/scripted-model.ts';

after(closeBrowser);

const folder = process.env.RETINUE_TEST_PICTURES;
const params = { workspaceId: localWorkspaceId };
const reason = 'The provider returned an error (400).';

for (const [width, colorScheme] of [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  if (!isViewed(width, colorScheme)) continue;
  test(`[U91.1] a failure of a provider is one card with one retry and a link to the provider's settings: ${width} ${colorScheme}`, async () => {
    await using served = await openServed({
      agents: [agent('orchestrator')],
      script: [say('Half an answer'), fail({ message: reason, retryable: false })],
    });
    await using visitor = await visit(served, { viewport: { width, height: 900 }, colorScheme });
    const { page } = visitor;
    await ask(page, 'Go');
    const card = page.getByRole('article', { name: 'Failed' });
    for (const _ of ['live', 'after a reload']) {
      await card.waitFor();
      await page.getByText('Cut off here.').waitFor();
      assert.equal(await page.getByText(reason).count(), 1);
      assert.equal(await page.getByRole('button', { name: /Retry|Regenerate answer/ }).count(), 1);
      await page.reload();
    }
    await card.waitFor();
    assert.deepEqual(await violations(page), []);
    if (folder) {
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/failure-${width}-${colorScheme}.png` });
    }
    await card.getByRole('link', { name: 'Provider settings' }).click();
    await page.waitForURL('**/settings/providers');
  });
}

test('[U91] a rate limit says at once why and for how long, live and after a reload', async () => {
  await using served = await openServed({
    agents: [agent('orchestrator')],
    script: [fail({ message: 'Rate limited.', isOutage: true, retryAfterMs: 60_000 })],
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  const line = page.getByRole('status').filter({ hasText: /^Rate limited\. Retrying in \d+ s\./ });
  await line.waitFor();
  await page.reload();
  await line.waitFor();
  await line.getByRole('button', { name: 'Stop' }).click();
  await until(() => line.count(), 0);
});

test('[U92] tokens under an answer and above the chat say what they count', async () => {
  await using served = await openUnpriced([agent('orchestrator')], () => [say('Fine.')]);
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  const turn = page.getByText(/^This turn: \d+ tok · price unknown$/);
  await turn.waitFor();
  const tokens = (await turn.innerText()).replace('This turn: ', '');
  await page.getByText(`Whole chat: ${tokens}`).waitFor();
  await page.goto(`${served.url}/settings/usage`);
  await page.getByText('Unknown').first().waitFor();
  assert.equal(await page.getByText('$0.00').count(), 0);
  await page.getByRole('radio', { name: 'Cost' }).check();
  const bar = page
    .getByRole('img', { name: /^Cost by day/ })
    .locator('title')
    .last();
  await until(() => bar.textContent(), `${new Date().toISOString().slice(5, 10)}: Unknown Cost`);
  assert.equal(await page.getByRole('figure', { name: 'Cost by agent' }).getByText('Unknown').count(), 1);
});

test('[U92] with sub-agents, the tokens under an answer say that they leave them out', async () => {
  await using served = await openServed({
    agents: [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk')],
    script: byAgent({ orchestrator: delegating(['clerk', 'Count the boats']), clerk: [succeed('Three.')] }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  const tokens = async (label: string) => {
    const text = await page.getByText(`${label}: `).innerText();
    return Number(new RegExp(`${label}: (\\d+) tok`).exec(text)?.[1]);
  };
  const own = await tokens('This turn without sub-agents');
  const row = await page.getByText(/^[\d.]+ s · \d+ tok$/).innerText();
  await until(() => tokens('Whole chat'), own + Number(/(\d+) tok/.exec(row)?.[1]));
});

test('[U92][U92.3] an unknown price is said in the chat and the pane, and in a tooltip of a row', async () => {
  await using served = await openUnpriced(
    [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk')],
    byAgent({ orchestrator: delegating(['clerk', 'Count the boats']), clerk: [succeed('Three.')] }),
  );
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByText(/Whole chat: \d+ tok · price unknown$/).waitFor();
  await page.getByText(/^This turn without sub-agents: \d+ tok · price unknown$/).waitFor();
  const row = page.locator('[data-task]').getByTitle('Price unknown');
  assert.match((await row.textContent()) ?? '', /^ · \d+ tok$/);
  await page.getByRole('button', { name: /^Open/ }).last().click();
  await page.getByRole('tab', { name: 'Usage' }).click();
  const pane = page.getByRole('region', { name: 'Usage' });
  await pane.getByText('Unknown', { exact: true }).waitFor();
  await pane.getByText(/price unknown/).waitFor();
  await page.goto(`${served.url}/inbox`);
  await page
    .getByTitle('Price unknown')
    .getByText(/\d+ tok$/)
    .waitFor();
});

test('[U92.1] money of a chat is a lower bound if a sub-agent has no known price, and exact if its price is 0', async () => {
  const script = byAgent({
    orchestrator: delegating(['planner', 'Plan it']),
    planner: delegating(['clerk', 'Count the boats']),
    clerk: [succeed('Three.')],
  });
  const model = createScriptedModel(script);
  await using served = await openServed({
    replacements: { models: createModels({ providers: { paid: model, local: model } }) },
    agents: [
      paid(agent('orchestrator', { subAgents: ['planner'] })),
      paid(agent('planner', { subAgents: ['clerk'] })),
      { ...agent('clerk'), model: { provider: 'local', id: 'small' } },
    ],
    script,
  });
  const setPrice = (provider: string, modelId: string, input: number) =>
    served.owner.setPrice({
      params: { ...params, provider, modelId },
      body: { input, output: input, cachedInput: null },
    });
  await setPrice('paid', 'clever', 1000);
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByText(/^2 sub-agents · Whole chat: [\d.k]+ tok · at least \$[\d.]+$/).waitFor();
  await page.getByText(/^[\d.]+ s · [\d.k]+ tok · at least \$[\d.]+$/).waitFor();
  const [{ chatId } = assert.fail('no chat')] = (await served.owner.listChats({ params })).results;
  const tree = (await served.served.retinue.log.tree(localWorkspaceId, chatId)) ?? assert.fail('no tree');
  assert.match(cost(viewTree(tree) ?? assert.fail('no view')), /^[\d.k]+ tok · at least \$[\d.]+$/);
  await page.goto(`${served.url}/settings/usage`);
  await page
    .getByRole('definition')
    .getByText(/^At least \$[\d.]+$/)
    .waitFor();
  await page.getByRole('cell', { name: /^At least \$[\d.]+$/ }).waitFor();
  await page.getByRole('cell', { name: 'Unknown' }).waitFor();
  await page.getByText('Models without a price count toward tokens only.').waitFor();
  assert.deepEqual(await violations(page), []);

  await setPrice('local', 'small', 0);
  await page.goto(served.url);
  await ask(page, 'Go again');
  await page.getByText(/^2 sub-agents · Whole chat: [\d.k]+ tok · \$[\d.]+$/).waitFor();
});

/** Agents whose model has no known price. */
function openUnpriced(agents: AgentDefinition[], script: Script) {
  const models = createModels({ providers: { local: createScriptedModel(script) } });
  const model = { provider: 'local', id: 'small' };
  return openServed({ agents: agents.map((each) => ({ ...each, model })), script, replacements: { models } });
}
