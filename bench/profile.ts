import { Session } from 'node:inspector/promises';
import { parseArgs } from 'node:util';
import { type ContestantName, contestants } from './delegation/contestants.ts';
import { manyAtOnce, oneRequest, requestText, stepsOf, type Workload } from './delegation/workload.ts';
import { withServer } from './support/child.ts';
import { type Profile, selfTimes } from './support/self-times.ts';
import { printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

/*
 * Shows where a contestant's time goes: `node scripts/run.mjs bench/profile.ts --name engine --workload one`. Self
 * time, per step, by function and by module.
 */
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'engine' },
    workload: { type: 'string', default: 'many' },
    top: { type: 'string', default: '45' },
  },
});
const workload: Workload = values.workload === 'one' ? oneRequest : manyAtOnce;
const runs = values.workload === 'one' ? 60 : 2;
const { make } = contestants[values.name as ContestantName];
if (!make) throw new Error(`${values.name} cannot take part.`);

await withServer({ file: new URL('./delegation/model-server.ts', import.meta.url) }, async (url) => {
  using directory = temporaryDirectory();
  const contestant = await make(url, directory.path);
  const play = (chats: number) =>
    Promise.all(Array.from({ length: chats }, () => contestant.chat(requestText(workload))));
  for (let run = 0; run < 10; run += 1) await play(Math.min(workload.chats, 20));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  const before = process.cpuUsage();
  await session.post('Profiler.start');
  for (let run = 0; run < runs; run += 1) await play(workload.chats);
  const { profile } = await session.post('Profiler.stop');
  const { user, system } = process.cpuUsage(before);
  await contestant.close();
  const steps = runs * stepsOf(workload);
  console.log(
    `${steps} steps; CPU µs per step: user ${Math.round(user / steps)}, system ${Math.round(system / steps)}`,
  );
  print(profile, steps, Number(values.top));
});
process.exit();

function print(profile: Profile, steps: number, top: number): void {
  const { byFunction, byRoom, totalMicros } = selfTimes(profile);
  const rows = (times: Map<string, number>, count: number) =>
    [...times]
      .sort(([, left], [, right]) => right - left)
      .slice(0, count)
      .map(([place, micros]) => [place, (micros / steps).toFixed(1), `${((100 * micros) / totalMicros).toFixed(1)} %`]);
  printTable('Self time by room', ['room', 'µs/step', 'share'], rows(byRoom, 30));
  printTable('Self time by function', ['function', 'µs/step', 'share'], rows(byFunction, top));
}
