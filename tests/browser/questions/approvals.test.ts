import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { paid, paidPrice } from '../../support/apps/paid-app.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, type TestAppOptions } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, becomeOther, closeBrowser, newChat, until, visit } from '../../support/browser/browser.ts';
import { isSummary, reading } from '../../support/models/long-thread.ts';
import { delegating, newTask, succeed, taskIn, told, toolFor } from '../../support/models/scripts.ts';
import type { Script } from '../../support/scripted/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../support/scripted/script.ts';
import { barrier, call, say, together } from '../../support/scripted/script-lines.ts';
import { createScriptedModel } from '../../support/scripted/scripted-model.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const team = [
  agent('orchestrator', { subAgents: ['lead', 'clerk'], tools: ['askUser', 'read'] }),
  agent('lead', { subAgents: ['head'] }),
  agent('head', { subAgents: ['clerk'] }),
  agent('clerk', { tools: ['mail', 'askUser'] }),
];
const app = (options: Partial<TestAppOptions> & Pick<TestAppOptions, 'script'>) =>
  openServed({ agents: team, limits: { maxDepth: 3 }, ...options });

const rows = (page: Page) => page.locator('[data-task]');
const cards = (page: Page) => page.getByRole('article', { name: 'Needs your approval' });
const paneOf = (page: Page, name: string) => page.getByRole('region', { name: `Thread of ${name}` });
const mailing = (args: Record<string, string>): Script => {
  return (request) =>
    resultsOf(request).length === 0 ? [call('mail', args)] : [succeed(told(resultsOf(request)[0]?.value ?? null))];
};
const deep = (clerk: Script) =>
  byAgent({
    orchestrator: delegating(['lead', 'Tell the harbour']),
    lead: delegating(['head', 'Find who tells it']),
    head: delegating(['clerk', 'Write the letter']),
    clerk,
  });
async function unfold(page: Page): Promise<void> {
  for (const name of ['Tell the harbour', 'Find who tells it', 'Write the letter']) {
    await page
      .getByRole('button', { expanded: false, name: new RegExp(name) })
      .first()
      .click();
  }
}

async function allGood(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
}

test('[U20][U20.1] a call three deep asks for approval in its place, to the last character, and runs once approved', async () => {
  const { tools, seen } = witnessTools();
  await using served = await app({
    tools,
    script: deep(mailing({ to: 'harbour', text: '<b>Hello</b> \u202Eereht\u200B' })),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Tell them');
  await rows(page).first().getByText('Waiting for you').first().waitFor();
  const card = cards(page);
  await card.getByText('Allow mail?').waitFor();
  await card.getByText('Write the letter').waitFor();
  const exact = await card.locator('pre').innerText();
  assert.match(exact, /"to": "harbour",\s+"text": "<b>Hello<\/b> U\+202EerehtU\+200B"/);
  assert.equal(await card.locator('mark').count(), 2);
  await until(() => page.title(), '(1) Retinue');
  await allGood(page);
  await page.locator('main').focus();
  await page.keyboard.press('.');
  await until(() => page.evaluate('document.activeElement?.innerText.trim()'), 'Approve');
  await page.keyboard.press('Enter');
  await page
    .getByText(/Heard: success: Heard: success/)
    .first()
    .waitFor();
  await unfold(page);
  await page.getByText('Approved by you', { exact: true }).waitFor();
  assert.deepEqual(
    seen.map(({ args }) => args),
    [{ to: 'harbour', text: '<b>Hello</b> \u202Eereht\u200B' }],
  );
  await page.reload();
  await page
    .getByText(/Heard: success: Heard: success/)
    .first()
    .waitFor();
});

test('[U20.1][U20.3] refused from the inbox with a reason, the agent gets it, and the chat shows the person and the verdict', async () => {
  const { tools, seen } = witnessTools();
  const clerk: Script = (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: 'all' })]
      : [succeed(`Told: ${told(resultsOf(request)[0]?.value ?? null)}`)];
  await using served = await app({ tools, script: deep(clerk) });
  await using visitor = await visit(served, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await ask(page, 'Tell them');
  await cards(page).waitFor();
  const chat = page.url();
  await page.goto(`${served.url}/inbox`);
  const card = cards(page);
  await card
    .getByText(/orchestrator\s*lead\s*head\s*clerk/)
    .or(card.getByText('Write the letter'))
    .first()
    .waitFor();
  await allGood(page);
  await card.getByRole('button', { name: 'Refuse…' }).click();
  await page.keyboard.type('Not on a Sunday');
  await allGood(page);
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is waiting for you.').waitFor();
  await page.goto(chat);
  await page
    .getByText(/Told: A person refused this call. Their reason: Not on a Sunday/)
    .first()
    .waitFor();
  for (const name of ['Tell the harbour', 'Find who tells it', 'Write the letter']) {
    await page
      .getByRole('button', { expanded: false, name: new RegExp(name) })
      .first()
      .click();
  }
  await page.getByText('Refused by you: Not on a Sunday', { exact: true }).waitFor();
  assert.equal(seen.length, 0);
});

test('[U20.1] two parallel approvals are decided in either order, and each call is separate', async () => {
  const { tools, seen } = witnessTools();
  await using served = await app({
    tools,
    script: byAgent({
      orchestrator: delegating(['clerk', 'to north'], ['clerk', 'to south']),
      clerk: (request) => mailing({ to: inputsOf(request)[0] ?? '' }),
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Tell both');
  await cards(page).nth(1).waitFor();
  const of = (task: string): Locator => page.locator('[data-task]', { hasText: task });
  await of('to south').getByRole('button', { name: 'Approve' }).click();
  await of('to south').getByText('Done', { exact: true }).waitFor();
  assert.equal(await cards(page).count(), 1);
  await of('to north').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Heard: success: mail done | success: mail done').waitFor();
  assert.deepEqual(
    seen.map(({ args }) => args.to),
    ['to south', 'to north'],
  );
});

test('[U20.3] an editor who approves a call that only owners can approve gets a message in place', async () => {
  const { tools } = witnessTools();
  const admin = [agent('orchestrator', { tools: ['govern'] })];
  await using served = await app({
    tools,
    agents: admin,
    script: (request) => (resultsOf(request).length === 0 ? [call('govern', {})] : [say('Governed.')]),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Govern');
  await cards(page).waitFor();
  const { workspaceId } = (await served.owner.listWorkspaces({})).results[0] ?? assert.fail();
  await becomeOther(served, visitor, { id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [workspaceId] });
  await cards(page).getByRole('button', { name: 'Approve' }).click();
  await cards(page).getByRole('alert').getByText('Only an owner can approve "govern".').waitFor();
  await cards(page).getByRole('button', { name: 'Refuse…' }).click();
  await page.keyboard.press('Enter');
  await page.getByText('Refused by ed', { exact: true }).waitFor();
});

test('[U20.5] a question that its parent answers notifies no person, and says who answered', async () => {
  const knowing = { ...agent('orchestrator', { subAgents: ['clerk'] }), answersQuestions: true };
  const isConsulted = (names: readonly { name: string }[]) => names.some(({ name }) => name === 'answerQuestion');
  await using served = await app({
    agents: [knowing, agent('clerk')],
    script: byAgent({
      orchestrator: (request) =>
        isConsulted(request.tools)
          ? [barrier('thinking'), call('answerQuestion', { answer: '2023' })]
          : delegating(['clerk', 'look it up']),
      clerk: (request) =>
        resultsOf(request).length === 0 ? [call('askUser', { question: 'Which year?' })] : [succeed('Found.')],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'It is 2023');
  await served.model.barriers.reached('thinking');
  const row = rows(page).first();
  await row.getByText('asking its parent').waitFor();
  assert.equal(await row.getByText('Waiting for you').count(), 0);
  await row.getByRole('button', { expanded: false }).first().click();
  await row.getByText('Asking its parent…').waitFor();
  assert.equal(await page.title(), 'Retinue');
  served.model.barriers.release('thinking');
  await row.getByText('Answered by orchestrator: 2023').waitFor();
});

test('[U21][U21.1] a task moves to the background, its end is an unread notice, read when it is visible, and links to the task', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: bySteps([newTask('clerk', 'Count the stars')], [say('Meanwhile, ask me more.')]),
      clerk: [barrier('counting'), succeed('Nine **thousand**.')],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Count');
  await served.model.barriers.reached('counting');
  await page.getByRole('button', { name: 'Send to background: Count the stars' }).click();
  await page.getByText('Meanwhile, ask me more.').waitFor();
  const row = rows(page).first();
  await row.getByText('Background', { exact: true }).waitFor();
  await row.getByText('Running').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  const chat = page.url();
  await newChat(page);
  served.model.barriers.release('counting');
  const listed = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: /Count/ });
  await listed.getByText('1 unread').waitFor();
  await allGood(page);
  await page.goto(chat);
  const notice = page.getByRole('article', { name: 'Notice' });
  await notice.getByText('Done').waitFor();
  await listed.getByText('unread').waitFor({ state: 'detached' });
  await notice.getByText('Show result').click();
  await notice.locator('strong', { hasText: 'thousand' }).waitFor();
  await allGood(page);
  await notice.getByRole('button', { name: 'Count the stars' }).click();
  await paneOf(page, 'clerk').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Stop', exact: true }).count(), 0);
});

test('[U21] on a phone a running task is moved to the background, or stopped, from the menu of its row', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: bySteps(
        [together(newTask('clerk', 'Count the stars'), newTask('clerk', 'Count the boats'))],
        [say('Meanwhile, ask me more.')],
      ),
      clerk: (request) => [barrier(inputsOf(request)[0] ?? ''), succeed('Nine.')],
    }),
  });
  await using visitor = await visit(served, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await ask(page, 'Count');
  await served.model.barriers.reached('Count the stars');
  await served.model.barriers.reached('Count the boats');
  const stars = rows(page).filter({ hasText: 'Count the stars' });
  const boats = rows(page).filter({ hasText: 'Count the boats' });
  assert.equal(await stars.getByRole('button', { name: /^Send to background|^Stop/ }).count(), 0);
  await allGood(page);
  await stars.getByRole('button', { name: 'More actions for Count the stars' }).click();
  await page.getByRole('menuitem', { name: 'Send to background' }).click();
  await stars.getByText('Background', { exact: true }).waitFor();
  await stars.getByRole('button', { name: 'Stop: Count the stars' }).waitFor();
  await boats.getByRole('button', { name: 'More actions for Count the boats' }).click();
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await boats.getByText('Canceled').waitFor();
  await page.getByText('Meanwhile, ask me more.').waitFor();
  await allGood(page);
  served.model.barriers.release('Count the stars');
  await page.getByRole('article', { name: 'Notice' }).getByText('Done').waitFor();
});

test('[U21.2] background work is stopped while its chat is idle', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: bySteps([newTask('clerk', 'Count the stars', { background: true })], [say('Meanwhile.')]),
      clerk: [barrier('counting'), succeed('Nine.')],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Count');
  await page.getByText('Meanwhile.').waitFor();
  await served.model.barriers.reached('counting');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await rows(page).first().getByText('Canceled').waitFor();
});

test('[U22] a message to a running child says when it was read, and an ended child continues with it', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: bySteps(
        delegating(['clerk', 'Draw a boat']),
        [say('Heard the first.')],
        [say('Heard the second.')],
      ),
      clerk: (request) =>
        request.place.step === 1
          ? [say('A hull. '), barrier('drawing'), say('A mast.')]
          : [succeed(`Drawn after ${inputsOf(request).length} words.`)],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Draw');
  await served.model.barriers.reached('drawing');
  await page.getByRole('button', { name: 'Open in side pane: Draw a boat' }).click();
  const pane = paneOf(page, 'clerk');
  await pane.getByPlaceholder('Message clerk. It reads this at its next step.').fill('With a sail');
  await page.keyboard.press('Enter');
  await pane.getByText('Queued for the next step').waitFor();
  served.model.barriers.release('drawing');
  await pane.getByText('Read at step 2').waitFor();
  await page.getByText('Heard the first.').waitFor();
  await pane.getByPlaceholder('Ask clerk to continue').fill('Now a second one');
  await page.keyboard.press('Enter');
  await page.getByText('Heard the second.').waitFor();
  const again = page.locator('[data-task]', { hasText: 'reactivated' });
  await again.getByText('Done', { exact: true }).waitFor();
  assert.equal(await page.getByText('attempt 2').count(), 0);
  await page.getByRole('button', { name: 'Close side pane' }).click();
  await again.getByRole('button', { expanded: false }).first().click();
  await again.getByText('Drawn after 3 words.').waitFor();
  assert.equal(await again.getByText('Drawn after 2 words.').count(), 0, 'what it did before is in the other row');
  const first = rows(page).first();
  await first.getByRole('button', { expanded: false }).first().click();
  await first.getByText('Drawn after 2 words.').waitFor();
  assert.equal(await first.getByText('Drawn after 3 words.').count(), 0);
  await allGood(page);
});

test('[U22.1] every task shows whether it began fresh or with context, and its rights', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: bySteps(
        [newTask('clerk', 'Look around')],
        (request) => [newTask('clerk', 'Now look again', { context: { results: [taskIn(request)] } })],
        [say('Over.')],
      ),
      clerk: [succeed('A heron.')],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Look');
  await page.getByText('Over.').waitFor();
  await page.getByRole('button', { name: 'Open in side pane: Now look again' }).click();
  const pane = paneOf(page, 'clerk');
  await pane.getByText('Additional context').waitFor();
  await pane.getByRole('tab', { name: 'Context' }).click();
  await pane.getByText('External: Ask first', { exact: false }).waitFor();
  await allGood(page);
  await pane.getByRole('button', { name: 'Result of a task' }).click();
  await pane.getByRole('heading', { name: 'Look around' }).waitFor();
  await pane.getByRole('tab', { name: 'Context' }).click();
  await pane.getByRole('region', { name: 'Additional context' }).getByText('None').waitFor();
});

test('[U23] a summary is a thin line that opens, never an answer, and says so while it is written', async () => {
  const page60 = 'a line of a long page. '.repeat(60);
  const read = reading(8, [barrier('summary'), say('What was read so far.')]);
  await using served = await app({
    limits: { compactAtTokens: 2000 },
    tools: [toolFor('read', async () => page60, { effect: 'read' })],
    script: read,
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Read it all');
  await served.model.barriers.reached('summary');
  await page.getByText('Summarizing earlier steps…').waitFor();
  assert.ok(served.model.requests.some(isSummary));
  served.model.barriers.release('summary');
  await page.getByText('All read.').waitFor();
  const line = page.getByText('Earlier steps were summarized for the model').first();
  assert.equal(await page.getByText('What was read so far.').first().isVisible(), false);
  await line.click();
  await page.getByText('What was read so far.').first().waitFor();
  await allGood(page);
});

test('[U24] a message has a budget; rows show the remainder of their part, and their cost', async () => {
  const script = byAgent({
    orchestrator: delegating(['clerk', 'Weigh the boat']),
    clerk: bySteps([call('look', {})], [barrier('weighing'), succeed('Heavy.')]),
  });
  const model = createScriptedModel(script);
  await using served = await app({
    script,
    replacements: { models: createModels({ providers: { paid: model } }) },
    agents: [paid(agent('orchestrator', { subAgents: ['clerk'] })), paid(agent('clerk', { tools: ['look'] }))],
    tools: [toolFor('look', async () => 'seen', { effect: 'read' })],
  });
  const params = { workspaceId: (await served.owner.listWorkspaces({})).results[0]?.workspaceId ?? assert.fail() };
  const { provider, modelId } = paidPrice;
  const body = { input: 100, output: 200, cachedInput: null };
  await served.owner.setPrice({ params: { ...params, provider, modelId }, body });
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.getByRole('button', { name: 'Set a budget for this message' }).click();
  await page.getByRole('textbox', { name: 'Budget', exact: true }).fill('a lot');
  await page.getByRole('textbox', { name: 'Message' }).fill('Weigh it');
  await page.keyboard.press('Enter');
  assert.equal(new URL(page.url()).pathname, '/');
  await page.getByRole('textbox', { name: 'Budget', exact: true }).fill('5');
  await page.getByRole('combobox', { name: 'Budget unit' }).selectOption('dollars');
  await allGood(page);
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.press('Enter');
  await model.barriers.reached('weighing');
  const row = rows(page).first();
  await row.getByRole('img', { name: /^Budget: \$\d\.\d+ of \$\d\.\d+ left$/ }).waitFor();
  await row.getByText(/tok · \$0\.\d+/).waitFor();
  await allGood(page);
  model.barriers.release('weighing');
  await page.getByText('Heard: success: Heavy.').waitFor();
  await page.getByRole('button', { name: 'Open in side pane: Weigh the boat' }).click();
  const pane = paneOf(page, 'clerk');
  await pane.getByRole('tab', { name: 'Usage' }).click();
  await pane.getByRole('table', { name: 'Budget' }).getByRole('rowheader', { name: 'Cost' }).waitFor();
  await allGood(page);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 390, height: 800 });
  await other.goto(page.url());
  await paneOf(other, 'clerk').waitFor();
  await allGood(other);
});
