import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServed } from '../support/apps/served-app.ts';
import { wait } from '../support/apps/test-app.ts';
import type { JumpingClock } from '../support/clocks/jumping-clock.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { changes } from './changes.ts';
import type { Begun } from './subjects.ts';
import { storedSubjects, subjects, until } from './subjects.ts';

const { stores, newDirectory } = bothStores();
const maxLateMs = 10_000;

for (const [subject, make] of Object.entries(subjects)) {
  for (const [what, change] of Object.entries(changes)) {
    test(`[E40] ${subject} is neither early nor more than 10 s late, though the clock is set ${what}`, async () => {
      const clock = jumpingClock();
      const { options, begin } = await make();
      await using app = await openServed({ ...options, replacements: { clock } });
      const begun = await begin(app);
      await using _ = disposable(begun);
      const { waitMs, minMs = waitMs - 5000, isOver, afterwards } = begun;
      change(clock);
      await advance(clock, minMs);
      assert.equal(await isOver(app), false, 'not early');
      await advance(clock, waitMs - minMs + maxLateMs - 5000);
      await until(() => isOver(app));
      await afterwards?.(app);
    });
  }
}

for (const [kind, createStore] of Object.entries(stores)) {
  for (const subject of storedSubjects) {
    for (const [what, change] of Object.entries(changes)) {
      test(`[E41] on ${kind} ${subject} ends no more than 10 s late after a restart, though the clock was set ${what}`, async () => {
        const clock = jumpingClock();
        const { options, begin } = (await subjects[subject]?.()) ?? assert.fail();
        const place = { store: await createStore(), directory: await newDirectory() };
        const start = () => openServed({ ...options, ...place, replacements: { clock } });
        const before = await start();
        const begun = await begin(before);
        await using _ = disposable(begun);
        await before.stop();
        change(clock);
        await using app = await start();
        await advance(clock, begun.waitMs + maxLateMs - 5000);
        await begun.isOver(app);
        await until(() => begun.isOver(app));
        await begun.afterwards?.(app);
      });
    }
  }
}

/** Days pass at once, since nothing must happen in between. */
async function advance(clock: JumpingClock, milliseconds: number): Promise<void> {
  if (milliseconds > 600_000) clock.jump(milliseconds);
  else
    for (let left = milliseconds; left > 0; left -= 1000) {
      await clock.pass(Math.min(1000, left));
      await wait(2);
    }
}

function disposable(begun: Begun): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => begun[Symbol.asyncDispose]?.() };
}
