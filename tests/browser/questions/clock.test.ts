import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { call, hang, say } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const hour = 3_600_000;
const params = { workspaceId: localWorkspaceId };

for (const aheadMs of [5 * hour, -5 * hour]) {
  test(`[U72] with a clock that is ${aheadMs / hour} hours ahead, calls can be approved and times are right`, async () => {
    const { tools, seen } = witnessTools();
    const script = byAgent({
      orchestrator: ({ place: { step } }) => (step === 1 ? [call('mail', { to: 'them' })] : [say('Well'), hang()]),
    });
    const agents = [agent('orchestrator', { tools: ['mail'] })];
    await using served = await openServed({ script, agents, tools, limits: { approvalLapseMs: hour } });
    await using visitor = await visit(served);
    const { page } = visitor;
    await page.clock.install({ time: Date.now() + aheadMs });
    await page.reload();
    await ask(page, 'Tell them');
    const card = page.getByRole('article', { name: 'Needs your approval' });
    await card.getByText(/^Can be approved until .*, (59 min|1 h).* left/).waitFor();
    await card.getByRole('button', { name: 'Approve' }).click();
    await until(async () => seen.length, 1);
    await page.getByText('Well').first().waitFor();
    assert.equal(
      await page
        .locator('main')
        .getByText(/\b\d+h\b/)
        .count(),
      0,
      'no hours have passed',
    );
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByRole('region', { name: 'Running' }).getByText('now', { exact: true }).waitFor();
  });
}

test('[U70] the inbox lists more than a hundred open questions', async () => {
  const script = byAgent({ asker: [call('askUser', { question: 'Which?' })] });
  await using served = await openServed({ script, agents: [agent('asker', { tools: ['askUser'] })] });
  for (let index = 0; index < 120; index += 1) {
    await served.owner.openChat({ params, body: { agentId: agentIdOf('asker'), text: `Chat ${index}` } });
  }
  const count = async () => {
    const first = await served.owner.listOpenQuestions({ params, query: { limit: '100', offset: '100' } });
    return first.results.length;
  };
  await until(count, 20);
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await until(() => page.getByRole('region', { name: 'Waiting for you' }).locator('[data-needs-you]').count(), 120);
});

test('[U70] an inbox with more open questions than it lists says so', async () => {
  const script = byAgent({ asker: [call('askUser', { question: 'Which?' })] });
  await using served = await openServed({ script, agents: [agent('asker', { tools: ['askUser'] })] });
  await served.owner.openChat({ params, body: { agentId: agentIdOf('asker'), text: 'Chat' } });
  await until(async () => (await served.owner.listOpenQuestions({ params, query: {} })).results.length, 1);
  await using visitor = await visit(served);
  const { page } = visitor;
  let total = 501;
  // One question, repeated in place of all questions.
  await page.route('**/questions?*', async (route) => {
    const reply = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/&cursor=.*/, ''),
    });
    const { results } = (await reply.json()) as { results: { questionId: string }[] };
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const to = Math.min(total, from + 100);
    const listed = Array.from({ length: to - from }, (_, index) => ({ ...results[0], questionId: `q${from + index}` }));
    await route.fulfill({ json: { results: listed, cursor: to < total ? String(to) : null } });
  });
  const questions = page.getByRole('region', { name: 'Waiting for you' }).locator('[data-needs-you]');
  const note = page.getByText('Showing the first 500 questions. More appear as you answer.');
  await page.goto(`${served.url}/inbox`);
  await note.waitFor();
  assert.equal(await questions.count(), 500);
  total = 500;
  await page.reload();
  await until(() => questions.count(), 500);
  assert.equal(await note.count(), 0);
});

test('[U71] the events of a thread are loaded again after a failed read', async () => {
  const script = byAgent({ orchestrator: delegating(['clerk', 'Count the boats']), clerk: [succeed('Three.')] });
  await using served = await openServed({
    script,
    agents: [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk')],
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByText(/^Heard: success: Three\./).waitFor();
  let reads = 0;
  await page.route('**/events?*', async (route) => {
    reads += 1;
    if (reads === 1) await route.abort();
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Open in side pane: Count the boats' }).click();
  await page.getByRole('tab', { name: 'Raw events' }).click();
  await page.getByRole('tabpanel', { name: 'Raw events' }).getByText('thread.opened').first().waitFor();
  assert.ok(reads > 1);
});
