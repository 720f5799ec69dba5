import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { jumpingClock } from '../../support/clocks/jumping-clock.ts';
import { delegating, succeed, told } from '../../support/models/scripts.ts';
import { byAgent, resultsOf } from '../../support/scripted/script.ts';
import { call } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const hour = 3_600_000;
const agents = [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })];
const script = byAgent({
  orchestrator: delegating(['clerk', 'Write the letter']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: 'harbour' })]
      : [succeed(told(resultsOf(request)[0]?.value ?? null))],
});
const card = (page: Page) => page.getByRole('article', { name: 'Needs your approval' });
const button = (page: Page, name: string) => card(page).getByRole('button', { name });

test('[U20.2] a card says until when it can be approved; once that has passed it is renewed, and approved then', async () => {
  const { tools, seen } = witnessTools();
  const clock = jumpingClock();
  const limits = { approvalLapseMs: hour };
  await using served = await openServed({ script, agents, tools, limits, replacements: { clock } });
  await using visitor = await visit(served, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await ask(page, 'Tell them');
  await card(page)
    .getByText(/^Can be approved until .*, (59 min|1 h).* left/)
    .waitFor();
  await button(page, 'Approve').waitFor();
  clock.jump(hour);
  await page.clock.setFixedTime(Date.now() + hour);
  await card(page).getByText('This request is too old to approve.').waitFor();
  assert.equal(await button(page, 'Approve').count(), 0);
  await button(page, 'Refuse…').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await page.locator('main').focus();
  await page.keyboard.press('.');
  await until(() => page.evaluate('document.activeElement?.innerText.trim()'), 'Request again');
  await page.keyboard.press('Enter');
  await card(page)
    .getByText(/^Can be approved until /)
    .waitFor();
  assert.equal(seen.length, 0);
  await button(page, 'Approve').click();
  await page
    .getByText(/Heard: success/)
    .first()
    .waitFor();
  assert.equal(seen.length, 1);
});

test("[U20.2] if the clock of the browser is behind, the server's time counts, in the inbox too", async () => {
  const { tools, seen } = witnessTools();
  const clock = jumpingClock();
  const limits = { approvalLapseMs: hour };
  await using served = await openServed({ script, agents, tools, limits, replacements: { clock } });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Tell them');
  await card(page).waitFor();
  await page.goto(`${served.url}/inbox`);
  await button(page, 'Approve').waitFor();
  clock.jump(hour);
  await card(page).getByText('This request is too old to approve.').waitFor();
  assert.equal(await button(page, 'Approve').count(), 0);
  assert.equal(seen.length, 0);
  await button(page, 'Request again').click();
  await button(page, 'Approve').click();
  await page.getByText('Nothing is waiting for you.').waitFor();
  await until(async () => seen.length, 1);
});
