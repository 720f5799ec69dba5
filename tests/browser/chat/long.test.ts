import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { toolFor } from '../../support/models/scripts.ts';
import { inputsOf, resultsOf } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const messages = 60;

/** A chat of so many turns, each with a call and an answer that fills a good part of the screen. */
async function openLongChat(): Promise<{ served: ServedApp; path: string; ask: (text: string) => Promise<void> }> {
  const served = await openServed({
    agents: [agent('orchestrator', { tools: ['look', 'askUser'] })],
    tools: [toolFor('look', async () => 'seen')],
    script: (request) => {
      const last = inputsOf(request).at(-1) ?? '';
      if (last === 'ask me')
        return resultsOf(request).length === 0 ? [call('askUser', { question: 'Which?' })] : [say('So.')];
      const isFirst = request.messages.at(-1)?.role === 'user';
      return isFirst ? [call('look', { at: last })] : [say(`Answer to ${last}.\n\n${'- a line of it\n'.repeat(12)}`)];
    },
  });
  const params = { workspaceId: localWorkspaceId };
  const { chatId } = await served.owner.openChat({ params, body: { text: 'Question 1' } });
  const status = async () => (await served.owner.getChat({ params: { ...params, chatId } })).status;
  const ask = async (text: string) => {
    await until(status, 'idle');
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text } });
  };
  for (let index = 2; index <= messages; index += 1) await ask(`Question ${index}`);
  await until(status, 'idle');
  return { served, path: `/chat/${chatId}`, ask };
}

const frame = "document.querySelector('section[aria-label=Messages]')";
const elements = (page: Page) => page.evaluate("document.querySelectorAll('main *').length") as Promise<number>;
const question = (page: Page, text: string) =>
  page.getByRole('article', { name: 'You' }).getByText(text, { exact: true });

/**
 * Scrolls up, as with a wheel, until it is in the middle of the screen. A rendered row may be an empty box a moment
 * later.
 */
async function scrollTo(page: Page, text: string): Promise<void> {
  await until(async () => {
    const found = question(page, text);
    const y =
      (await found.count()) > 0 ? ((await found.boundingBox({ timeout: 500 }).catch(() => null))?.y ?? -1e6) : -1e6;
    if (y > 80 && y < 500) return true;
    const by = y < -1e5 ? -700 : y - 250;
    await page.evaluate(`${frame}.scrollTop = Math.max(0, ${frame}.scrollTop + ${by})`);
    return false;
  }, true);
}

test("[U19] a long chat that is read back keeps only nearby content, moves nothing, and keeps the person's place", async () => {
  const { served, path, ask } = await openLongChat();
  await using _house = served;
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(served.url + path);
  await question(page, `Question ${messages}`).waitFor();
  await scrollTo(page, 'Question 40');
  const call = page.getByRole('article', { name: 'orchestrator' }).getByRole('button', { name: /look Question 40$/ });
  await call.click();
  await page.getByText('"at": "Question 40"').waitFor();
  await scrollTo(page, 'Question 3');
  await until(async () => (await page.locator('[data-is-far]').count()) > 20, true);
  assert.ok((await elements(page)) < 1000, `${await elements(page)} elements`);
  assert.equal(await page.getByText('"at": "Question 40"').count(), 1, 'what has the focus stays');
  const shown = question(page, 'Question 3');
  await shown.scrollIntoViewIfNeeded();
  const before = await page.evaluate(`${frame}.scrollHeight - ${frame}.scrollTop`);
  await page.evaluate(`${frame}.scrollTop += 2`);
  await page.evaluate(`${frame}.scrollTop -= 2`);
  await page.waitForTimeout(300);
  assert.ok(
    Math.abs(((await page.evaluate(`${frame}.scrollHeight - ${frame}.scrollTop`)) as number) - (before as number)) < 4,
  );
  await ask('ask me');
  await page.locator('main').focus();
  await until(async () => {
    await page.keyboard.press('.');
    return page.evaluate("document.activeElement.getAttribute('aria-label')");
  }, 'Your answer');
  await page.getByText('Which?').waitFor();
});

test('[U19] a row that leaves the view and comes back is unchanged, and the scroll position does not jump', async () => {
  const { served, path } = await openLongChat();
  await using _house = served;
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(served.url + path);
  await question(page, `Question ${messages}`).waitFor();
  await scrollTo(page, 'Question 50');
  await page.getByRole('button', { name: /look Question 50$/ }).click();
  await page.getByText('"at": "Question 50"').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await scrollTo(page, 'Question 20');
  assert.equal(await page.getByText('"at": "Question 50"').count(), 0);
  const jumps = await page.evaluate(`new Promise((resolve) => {
    const scroller = ${frame};
    const jumps = [];
    let steps = 0;
    const step = () => {
      const seen = [...scroller.querySelectorAll('article')].find((row) => row.getBoundingClientRect().top > 200);
      const top = seen?.getBoundingClientRect().top ?? 0;
      scroller.scrollTop += 60;
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const moved = seen?.isConnected ? top - seen.getBoundingClientRect().top : 60;
        if (Math.abs(moved - 60) > 3 && scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 100) jumps.push(moved);
        steps += 1;
        if (steps > 120) resolve(jumps);
        else step();
      }));
    };
    step();
  })`);
  assert.deepEqual(jumps, []);
  await until(async () => {
    await page.evaluate(`${frame}.scrollTop += 300`);
    return page.getByText('"at": "Question 50"').count();
  }, 1);
});

test('[U96] a chat stays at its end when it grows before a scroll event arrives, and leaves it when a person scrolls up', async () => {
  const { served, path, ask } = await openLongChat();
  await using _house = served;
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(served.url + path);
  await question(page, `Question ${messages}`).waitFor();
  const below = () =>
    page.evaluate(`Math.round(${frame}.scrollHeight - ${frame}.scrollTop - ${frame}.clientHeight)`) as Promise<number>;
  await until(below, 0);
  await page.evaluate(`{
    const filler = document.createElement('div');
    filler.style.height = '900px';
    ${frame}.firstElementChild.append(filler);
    ${frame}.dispatchEvent(new Event('scroll'));
  }`);
  await until(below, 0);
  await page.getByRole('region', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, -800);
  await until(async () => (await below()) > 700, true);
  await ask('One more');
  await page.getByRole('button', { name: 'Scroll to the end' }).waitFor();
  assert.ok((await below()) > 700, 'what comes in does not move a person who reads further up');
});
