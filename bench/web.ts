import { localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openServed } from '../tests/support/apps/served-app.ts';
import { agent } from '../tests/support/apps/test-app.ts';
import { ask, closeBrowser, until, visit } from '../tests/support/browser/browser.ts';
import { byAgent } from '../tests/support/scripted/script.ts';
import { chatShape, writeChat } from './stores/chat-store.ts';
import { openStore } from './stores/open-store.ts';
import { median, show } from './support/figures.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';
import { type Probed, paintProbe, probe } from './web/probe.ts';
import { agents, answering, eightWriters } from './web/scenes.ts';

/** Times that a person waits for in a browser: real Chromium with the real server. */
export async function benchWeb(rounds: number): Promise<void> {
  await benchOpeningLong(Math.min(rounds, 5));
  await benchWriting();
  await benchReadBack();
  await closeBrowser();
}

async function benchOpeningLong(rounds: number): Promise<void> {
  using directory = temporaryDirectory();
  const retinue = await openStore(directory.path);
  const chatId = await writeChat(retinue, chatShape, 'turns');
  await retinue.stop(0);
  await using served = await openServed({ directory: directory.path, agents, script: [] });
  await using visitor = await visit(served);
  await visitor.context.addInitScript(paintProbe);
  const painted: { afterDataMs: number; elements: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await visitor.page.goto(`${served.url}/chat/${chatId}`);
    painted.push((await visitor.page.evaluate('window.painted')) as { afterDataMs: number; elements: number });
  }
  printTable(
    'A chat with 800 nested calls is opened',
    ['', 'painted after its data came, ms', 'elements'],
    [['', show(median(painted.map(({ afterDataMs }) => afterDataMs))), `${painted.at(-1)?.elements}`]],
  );
  printNote(`Median of ${rounds}. To reach: 300 ms.`);
}

async function benchWriting(): Promise<void> {
  await using served = await openServed({ agents, script: eightWriters });
  await using visitor = await visit(served, { viewport: { width: 1440, height: 900 } });
  const { page } = visitor;
  await page.evaluate(probe);
  await ask(page, 'Write');
  const rows = page.locator('[data-task]');
  await until(() => rows.count(), 8);
  await until(() => page.locator('[data-task] [aria-expanded]').count(), 8);
  await page.evaluate("document.querySelectorAll('[data-task] [aria-expanded=false]').forEach((row) => row.click())");
  await page.waitForTimeout(2000);
  await page.evaluate('probe.begin()');
  const seconds = 10;
  await page.waitForTimeout(seconds * 1000);
  const seen = (await page.evaluate('probe.end()')) as Probed;
  const most = Math.max(0, ...seen.repaints) / seconds;
  printTable(
    '8 children in sight, 60 tokens a second each',
    ['', 'repaints a second', 'frame p95, ms', 'longest, ms', 'frames a second', 'last blocks', 'other blocks'],
    [
      [
        `${seen.repaints.length} rows`,
        show(most),
        show(seen.p95Ms),
        show(seen.longestMs),
        show(seen.frames / seconds),
        `${seen.lastBlocks}`,
        `${seen.otherBlocks}`,
      ],
    ],
  );
  printNote('To reach: 6 repaints of a child, p95 50 ms, longest 200 ms, no block but the last ones parsed again.');
}

async function benchReadBack(): Promise<void> {
  await using served = await openServed({
    agents: [agent('orchestrator')],
    script: byAgent({ orchestrator: answering }),
  });
  const params = { workspaceId: localWorkspaceId };
  const { chatId } = await served.owner.openChat({ params, body: { text: 'Question 1' } });
  const isIdle = async () => (await served.owner.getChat({ params: { ...params, chatId } })).status;
  for (let index = 2; index <= 300; index += 1) {
    await until(isIdle, 'idle');
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text: `Question ${index}` } });
  }
  await until(isIdle, 'idle');
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/chat/${chatId}`);
  await page.getByText('Question 300').waitFor();
  await readBack(page);
  await page.evaluate(probe);
  const elements = await page.evaluate("document.querySelectorAll('main *').length");
  const more = await measured(page, async () => {
    await ask(page, 'One more');
    await page.waitForTimeout(2000);
  });
  const scrolled = await measured(page, () => scrollThrough(page));
  printTable(
    '300 answered messages, all read back',
    ['', 'elements', 'frame p95, ms', 'longest, ms'],
    [
      ['one more message', `${elements}`, show(more.p95Ms), show(more.longestMs)],
      ['scrolled through', '', show(scrolled.p95Ms), show(scrolled.longestMs)],
    ],
  );
}

async function measured(page: Page, work: () => Promise<void>): Promise<Probed> {
  await page.evaluate('probe.begin()');
  await work();
  await page.waitForTimeout(500);
  return (await page.evaluate('probe.end()')) as Probed;
}

/** Scrolls up to the first message, as with a wheel; stays there. */
async function readBack(page: Page): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) {
    const first = page.getByRole('article', { name: 'You' }).getByText('Question 1', { exact: true });
    if ((await first.count()) > 0) return;
    await page.evaluate("document.querySelector('section[aria-label=Messages]').scrollTop = 0");
    await page.waitForTimeout(60);
  }
  throw new Error('the first message did not come');
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const frame = document.querySelector('section[aria-label=Messages]');
    let steps = 0;
    const step = () => {
      frame.scrollTop += 400;
      steps += 1;
      if (steps > 240 || frame.scrollTop + frame.clientHeight > frame.scrollHeight - 800) resolve(null);
      else requestAnimationFrame(step);
    };
    step();
  })`);
}
