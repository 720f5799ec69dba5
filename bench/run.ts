import { parseArgs } from 'node:util';
import { benchAppends } from './appends/appends.ts';
import { compareCheckouts } from './compare.ts';
import { benchDelegation } from './delegation/delegation.ts';
import { benchFiles } from './files.ts';
import { benchGrowth } from './growth.ts';
import { benchHalfOpen } from './half-open.ts';
import { benchOpening } from './opening.ts';
import { benchScale } from './scale/scale.ts';
import { benchServer } from './server.ts';
import { benchStart } from './start.ts';
import { printFsyncTime } from './support/fsync.ts';
import { printNote } from './support/table.ts';
import { benchWaiting } from './waiting.ts';
import { benchWeb } from './web.ts';

/*
 * npm run bench [-- --only delegation,appends] [--rounds 10]. All compared figures are measured in the same run, in
 * turn, so the ratios hold on a busy machine too; the absolute times don't.
 * npm run bench -- --against ../other --pairs 11: the same benches in another checkout and in this one, in turn.
 */
const benches = {
  appends: benchAppends,
  delegation: benchDelegation,
  opening: benchOpening,
  growth: benchGrowth,
  waiting: benchWaiting,
  server: benchServer,
  web: benchWeb,
  scale: benchScale,
  files: benchFiles,
  halfOpen: benchHalfOpen,
  start: benchStart,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '10' },
    against: { type: 'string' },
    pairs: { type: 'string', default: '11' },
  },
});
const rounds = Math.max(1, Number(values.rounds) || 10);
const wanted = values.only.split(',').filter(Boolean);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

if (values.against !== undefined) {
  const pairs = Math.max(1, Number(values.pairs) || 11);
  await compareCheckouts({ against: values.against, pairs, only: values.only, rounds });
  process.exit();
}

printNote(`Node ${process.version}, ${process.platform}-${process.arch}, ${rounds} rounds.`);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedAt = performance.now();
  printFsyncTime();
  await bench(rounds);
  console.error(`(${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}
