import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { median, megabyte } from '../support/figures.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { type ContestantName, contestants } from './contestants.ts';
import { answerText } from './model-replies.ts';
import { type Contestant, manyAtOnce, oneRequest, requestText, stepsOf, type Workload } from './workload.ts';

/*
 * A fresh process with one contestant: warms it up, measures it, and prints the figures as one line of JSON.
 */
export interface Measured {
  wallMs: number;
  cpuMsPerStep: number;
  delayP50Ms: number;
  delayP99Ms: number;
  peakMegabytes: number;
}
export type Measurements = Record<'one' | 'many', Measured>;

const { values } = parseArgs({ options: { name: { type: 'string' }, url: { type: 'string' } } });
const { name = '', url = '' } = values;
const { make } = contestants[name as ContestantName];
using directory = temporaryDirectory();
const contestant = await make(url, directory.path);
for (let run = 0; run < 6; run += 1) await play(contestant, oneRequest);
await play(contestant, { ...manyAtOnce, chats: 20 });
const one = await measure(contestant, oneRequest, 5);
const many = await measure(contestant, manyAtOnce, 1);
await contestant.close();
console.log(JSON.stringify({ one, many } satisfies Measurements));

async function measure(contestant: Contestant, workload: Workload, runs: number): Promise<Measured> {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const stepsBefore = await stepsServed();
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const walls: number[] = [];
  for (let run = 0; run < runs; run += 1) walls.push(await play(contestant, workload));
  const { user, system } = process.cpuUsage(cpuBefore);
  delay.disable();
  const steps = runs * stepsOf(workload);
  const served = (await stepsServed()) - stepsBefore;
  if (served !== steps) throw new Error(`${name} took ${served} steps where ${steps} were due.`);
  return {
    wallMs: median(walls),
    cpuMsPerStep: (user + system) / 1000 / steps,
    delayP50Ms: delay.percentile(50) / 1e6,
    delayP99Ms: delay.percentile(99) / 1e6,
    peakMegabytes: (process.resourceUsage().maxRSS * 1024) / megabyte,
  };
}

async function play(contestant: Contestant, workload: Workload): Promise<number> {
  const startedAt = performance.now();
  const chats = Array.from({ length: workload.chats }, () => contestant.chat(requestText(workload)));
  for (const answer of await Promise.all(chats)) {
    if (answer.trim() !== answerText.trim()) throw new Error(`${name} answered: ${answer}`);
  }
  return performance.now() - startedAt;
}

async function stepsServed(): Promise<number> {
  return Number(await (await fetch(`${url}/steps`)).text());
}
