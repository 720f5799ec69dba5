import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { threadIdSchema } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { createBarriers } from '../../packages/server/src/models/barriers.ts';
import { ask, closeBrowser, newChat, until, type Visitor, visit } from '../support/browser.ts';
import { assertSameDrawing } from '../support/drawn.ts';
import { seededChance } from '../support/facts.ts';
import { jumpingClock } from '../support/jumping-clock.ts';
import { type Standstill, standstill, walkers, walkLimits, walkScript, walkTools } from '../support/random-walk.ts';
import { openServed, type ServedHouse } from '../support/served.ts';
import { moveOn } from '../support/walk-moves.ts';
import { everySight, sightsOf } from '../support/walk-sights.ts';

after(closeBrowser);

const seed = Number(process.env.RELOAD_SEED ?? 182);
/** Later than anything that happens here, so that whatever is at work has taken a while. */
const standsAt = Date.now() + 7_200_000;
const momentsEach = 10;

test(`[S2] [S3] a page that watched live and one that is loaded anew are the same, node by node, seed ${seed}`, async () => {
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
    const mover = { served, toolGates, clock, chatId, chance: seededChance(seed * 7 + walk), done: new Set<string>() };
    const chance = seededChance(seed * 11 + walk);
    await moveOn(mover, await standstill(served, toolGates, chatId));
    for (let moment = 1; moment <= momentsEach; moment += 1) {
      const still = await standstill(served, toolGates, chatId);
      const at = `seed ${seed}, walk ${walk}, moment ${moment}`;
      await look(live, chance);
      await settled(live, still);
      await loadAnew(anew, live);
      await settled(anew, still);
      await assertSameDrawing(live, anew, at);
      for (const sight of sightsOf(still)) seen.add(sight);
      if (moment < momentsEach) {
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

/** A browser whose clock stands, and which tells what it has heard. It is tall enough to show everything. */
async function stillVisit(served: ServedHouse): Promise<Visitor> {
  const visitor = await visit(served, { viewport: { width: 1280, height: 12_000 }, reducedMotion: 'reduce' });
  await visitor.page.clock.setFixedTime(standsAt);
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

/** The page has every draft to the last character that was written. */
async function settled(page: Page, { drafts }: Standstill): Promise<void> {
  await page.getByRole('region', { name: 'Messages', exact: true }).waitFor();
  const heard = `Object.entries(${JSON.stringify(drafts)}).every(([threadId, place]) => heardDrafts[threadId] === place)`;
  await until(() => page.evaluate(heard), true);
}

/** With what the page keeps, but for the key of its own sign-in. */
async function loadAnew(page: Page, live: Page): Promise<void> {
  const kept = await live.evaluate("JSON.stringify({ ...localStorage, 'retinue.page-key': undefined })");
  await page.evaluate(`for (const [key, value] of Object.entries(${kept})) localStorage.setItem(key, value)`);
  await page.goto(live.url());
}

/** Somebody opens and closes what there is to open. */
async function look(page: Page, chance: () => number): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  for (let times = 0; times < 4; times += 1) {
    const isOpening = chance() < 0.8;
    const kind = isOpening ? '[aria-expanded=false], details:not([open]) > summary' : '[aria-expanded=true], summary';
    const found = await messages.locator(`${kind}, figure button:has-text("Show the")`).all();
    await found[Math.floor(chance() * found.length)]?.click();
  }
  if (chance() < 0.5) {
    const opening = await messages.locator('[data-opens]').all();
    await opening[Math.floor(chance() * opening.length)]?.click();
  }
  const tabs = await page.getByRole('tab').all();
  if (chance() < 0.5) await tabs[Math.floor(chance() * tabs.length)]?.click();
  if (chance() < 0.15 && tabs.length > 0) await page.getByRole('button', { name: 'Close side pane' }).click();
}
