import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { threadIdSchema } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { ask, closeBrowser, newChat, unpainted, until, type Visitor, visit } from '../../support/browser/browser.ts';
import { assertSameDrawing } from '../../support/browser/drawn.ts';
import { jumpingClock } from '../../support/clocks/jumping-clock.ts';
import {
  type Standstill,
  standstill,
  walkers,
  walkLimits,
  walkScript,
  walkTools,
} from '../../support/random/random-walk.ts';
import { seededRandom } from '../../support/random/seeded-random.ts';
import { moveOn } from '../../support/random/walk-moves.ts';
import { everySight, sightsOf } from '../../support/random/walk-sights.ts';
import { createBarriers } from '../../support/scripted/barriers.ts';

after(closeBrowser);

const seed = Number(process.env.RELOAD_SEED ?? 182);
/** Later than anything that happens here, so that all running work has taken a while. */
const standsAt = Date.now() + 7_200_000;
const momentsEach = 10;
/** Set by the long run. Otherwise pages are compared at moments that show something new, and at the end. */
const isEveryMoment = process.env.RETINUE_RELOADS === 'all';

test(`[S2] [S3] a page that watched live and a reloaded one are the same, node by node, seed ${seed}`, async () => {
  const clock = jumpingClock();
  const toolGates = createBarriers();
  await using served = await openServed({
    script: walkScript(seed),
    agents: walkers,
    tools: walkTools(toolGates),
    limits: walkLimits,
    replacements: { clock },
  });
  await using watcher = await stillVisit(served);
  await using newcomer = await stillVisit(served);
  const [live, anew] = [watcher.page, newcomer.page];
  const seen = new Set<string>();
  for (const walk of [1, 2]) {
    await newChat(live);
    await ask(live, `Walk ${walk}`);
    await live.waitForURL(/\/chat\//);
    const chatId = threadIdSchema.parse(new URL(live.url()).pathname.split('/').at(-1));
    const mover = { served, toolGates, clock, chatId, random: seededRandom(seed * 7 + walk), done: new Set<string>() };
    const random = seededRandom(seed * 11 + walk);
    await moveOn(mover, await standstill(served, toolGates, chatId));
    for (let moment = 1; moment <= momentsEach; moment += 1) {
      const still = await standstill(served, toolGates, chatId);
      const at = `seed ${seed}, walk ${walk}, moment ${moment}`;
      const isLast = moment === momentsEach;
      const sights = sightsOf(still);
      if (isEveryMoment || isLast || !sights.isSubsetOf(seen)) {
        await look(live, random);
        await settled(live, still);
        await loadAnew(anew, live);
        await settled(anew, still);
        await assertSameDrawing(live, anew, at);
      }
      for (const sight of sights) seen.add(sight);
      if (!isLast) {
        await moveOn(mover, still);
        continue;
      }
      await live.reload();
      await settled(live, still);
      await assertSameDrawing(anew, live, `${at}, the same tab reloaded`);
    }
  }
  assert.deepEqual(
    [...new Set(everySight).difference(seen)],
    [],
    'what never came up, so that nothing was proved of it',
  );
});

/** A browser whose clock is stopped, and which reports its frames. It is tall enough to show everything. */
async function stillVisit(served: ServedApp): Promise<Visitor> {
  const visitor = await visit(served, { viewport: { width: 1280, height: 12_000 } });
  await visitor.page.clock.setFixedTime(standsAt);
  await visitor.context.addInitScript(unpainted);
  await visitor.context.addInitScript(listenIn);
  await visitor.page.reload();
  return visitor;
}

const listenIn = `{
  const heard = (window.heardDrafts = {});
  const take = (block) => {
    const [, data] = /^event: delta\\ndata: (.*)$/m.exec(block) ?? [];
    if (data === undefined) return;
    const { threadId, step, attempt, offset, text } = JSON.parse(data);
    heard[threadId] = [step, attempt, offset + text.length].join(' ');
  };
  /** The time of the server goes on, and that of this page stands: it is told its own. */
  const listen = () => {
    let rest = '';
    return new TransformStream({
      transform(piece, out) {
        const blocks = (rest + piece).split('\\n\\n');
        rest = blocks.pop();
        for (const block of blocks) {
          take(block);
          out.enqueue(block.replace(/^(event: beat\\n.*"now":)\\d+/m, '$1' + Date.now()) + '\\n\\n');
        }
      },
    });
  };
  const original = window.fetch;
  window.fetch = async (address, init) => {
    const reply = await original(address, init);
    if (!String(address).includes('/stream?') || !reply.body) return reply;
    const text = reply.body.pipeThrough(new TextDecoderStream()).pipeThrough(listen());
    return new Response(text.pipeThrough(new TextEncoderStream()), { status: reply.status, headers: reply.headers });
  };
}`;

/** The page has every draft to the last written character. */
async function settled(page: Page, { drafts }: Standstill): Promise<void> {
  await page.getByRole('region', { name: 'Messages', exact: true }).waitFor();
  const heard = `Object.entries(${JSON.stringify(drafts)}).every(([threadId, place]) => heardDrafts[threadId] === place)`;
  await until(() => page.evaluate(heard), true);
}

/** With the stored state of the page, except the key of its own sign-in. */
async function loadAnew(page: Page, live: Page): Promise<void> {
  const kept = await live.evaluate("JSON.stringify({ ...localStorage, 'retinue.page-key': undefined })");
  await page.evaluate(`for (const [key, value] of Object.entries(${kept})) localStorage.setItem(key, value)`);
  await page.goto(live.url());
}

/** A person opens and closes everything that can be opened. */
async function look(page: Page, random: () => number): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  for (let times = 0; times < 4; times += 1) {
    const isOpening = random() < 0.8;
    const kind = isOpening ? '[aria-expanded=false], details:not([open]) > summary' : '[aria-expanded=true], summary';
    const found = await messages.locator(`${kind}, figure button:has-text("Show the")`).all();
    await found[Math.floor(random() * found.length)]?.click();
  }
  if (random() < 0.5) {
    const opening = await messages.locator('[data-opens]').all();
    await opening[Math.floor(random() * opening.length)]?.click();
  }
  const tabs = await page.getByRole('tab').all();
  if (random() < 0.5) await tabs[Math.floor(random() * tabs.length)]?.click();
  if (random() < 0.15 && tabs.length > 0) await page.getByRole('button', { name: 'Close side pane' }).click();
}
