import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { faults } from './faults.ts';
import type { Played } from './faults-subject.ts';

const { stores, newDirectory } = bothStores();
/** The most memory that a fault may add to the process. */
const maxGrowthMb = 64;

/** How a process reads a reply does not depend on its store. The long run plays all faults on both. */
const isAll = process.env.RETINUE_FAULTS === 'all';

for (const [kind, createStore] of Object.entries(stores)) {
  const isLight = kind === 'postgres' && !isAll;
  const names = Object.keys(faults).filter((name) => !(isLight && faults[name]?.isHeavy));
  const count = names.length;
  test(`[M31][M30] ${count} provider faults on ${kind}: each ends with a reason, the next message works, memory stays`, async (context) => {
    const store = await createStore();
    const played = await playAll(store, await newDirectory(), isLight);
    assert.deepEqual(new Set(played.map(({ name }) => name)), new Set(names));
    for (const one of played) check(one);
    const max = (growth: 'grownMb' | 'grownRssMb') => Math.max(...played.map((one) => one[growth]));
    context.diagnostic(`the most that a fault added: ${max('grownMb')} MB held, ${max('grownRssMb')} MB resident`);
    assert.deepEqual(await verifyStore(store), []);
  });
}

function check({ name, reason, result, next, grownMb }: Played): void {
  const { ends, isHeavy } = faults[name] ?? assert.fail(name);
  if (ends === 'answered') assert.deepEqual([name, reason, result !== ''], [name, null, true]);
  else assert.match(reason ?? `(answered: ${result})`, ends, name);
  assert.equal(next, 'Fine.', `the message after "${name}"`);
  if (isHeavy) assert.ok(grownMb <= maxGrowthMb, `"${name}" added ${grownMb} MB`);
}

async function playAll(store: object, directory: string, isLight: boolean): Promise<Played[]> {
  const subject = new URL('faults-subject.ts', import.meta.url).pathname;
  const args = [
    '--expose-gc',
    '--single-threaded-gc',
    subject,
    '--store',
    JSON.stringify(store),
    '--directory',
    directory,
    ...(isLight ? ['--light'] : []),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.equal(code, 0);
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Played);
}
