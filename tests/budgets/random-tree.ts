import type { AgentDefinition, Budget, Limits } from '@retinue/protocol';
import { budgetKinds, hash } from '@retinue/protocol';
import type { ModelRequest } from '../../packages/server/src/ports/engine/model.ts';
import { paid } from '../support/apps/paid-app.ts';
import { agent } from '../support/apps/test-app.ts';
import { newTask } from '../support/models/scripts.ts';
import { seededRandom } from '../support/random/seeded-random.ts';
import type { Script } from '../support/scripted/script.ts';
import { inputsOf } from '../support/scripted/script.ts';
import type { CallLine, Line } from '../support/scripted/script-lines.ts';
import { call, fail, pause, say, think, together } from '../support/scripted/script-lines.ts';

/** A tree of agents with a budget, derived from one seed. */
export interface RandomTree {
  budget: Budget;
  agents: AgentDefinition[];
  limits: Partial<Limits>;
  script: Script;
}

/** Behind HTTP the provider can't know the attempt, so it fails only where it can. */
export function randomTree(seed: number, mayFail: boolean): RandomTree {
  const random = seededRandom(seed * 7919);
  const budget = randomBudget(random);
  const actsOnNotices = random() < 0.6;
  const agents = [
    { ...agent('boss', { subAgents: ['worker', 'clerk'], tools: ['look'] }), actsOnNotices },
    agent('worker', { subAgents: ['clerk'], tools: ['look'] }),
    agent('clerk', { subAgents: ['helper'], tools: ['look'] }),
    agent('helper', { tools: ['look'] }),
  ].map(paid);
  return {
    budget,
    agents,
    limits: { maxDepth: 3, maxSteps: 12, ...(random() < 0.3 ? { compactAtTokens: 500 } : {}) },
    script: (request) => linesFor(seed, request, mayFail),
  };
}

/** One to three kinds, from far too little to plenty. */
function randomBudget(random: () => number): Budget {
  const between = (least: number, most: number) => Math.round(least * (most / least) ** random());
  const amounts: Budget = {
    tokens: between(20, 60_000),
    costMicros: between(20, 90_000),
    workMs: between(1, 2000),
    calls: between(1, 16) - 1,
    tasks: between(1, 12) - 1,
  };
  const kinds = [...budgetKinds].sort(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3));
  return Object.fromEntries(budgetKinds.map((kind) => [kind, kinds.includes(kind) ? amounts[kind] : null])) as Budget;
}

/** Pure: the same request gets the same lines. Without tools the reply is an answer. */
function linesFor(seed: number, request: ModelRequest, mayFail: boolean): Line[] {
  const { agentId, step, attempt } = request.place;
  const key = hash(`${seed} ${agentId} ${inputsOf(request).join('|')} ${step} ${attempt}`);
  const random = seededRandom(Number.parseInt(key, 36) | 0);
  const words = (most: number) => 'word '.repeat(1 + Math.floor(random() * most));
  if (request.toolChoice === 'none' || request.tools.length === 0) return [say(words(random() < 0.2 ? 2000 : 60))];
  if (mayFail && attempt === 1 && random() < 0.04)
    return random() < 0.5 ? [say(words(40)), fail({ retryAfterMs: 1 })] : [fail({ retryAfterMs: 1 })];
  const offered = new Set(request.tools.map(({ name }) => name));
  const pick = random();
  const isSlow = inputsOf(request)[0]?.startsWith('slow ') === true;
  const opening = [think(words(40)), ...(isSlow ? [pause(20 + random() * 60)] : [])];
  if (step > 8 || pick < 0.2) return [...opening, say(words(random() < 0.15 ? 2000 : 200))];
  if (offered.has('newTask') && pick < 0.6) return [...opening, together(...delegations(request, random))];
  return [...opening, together(...calls(random))];
}

function delegations(request: ModelRequest, random: () => number): CallLine[] {
  const targets = ['worker', 'clerk', 'helper'].filter((name) => offersAgent(request, name));
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, part) => {
    const target = targets[Math.floor(random() * targets.length)] ?? 'worker';
    const isBackground = random() < 0.4;
    const task = `${isBackground ? 'slow ' : ''}part ${part} of ${request.place.step}, ${random().toFixed(6)}`;
    return newTask(target, task, isBackground ? { background: true } : {});
  });
}

/** The wire carries no descriptions back to the script, so it may use a name that is not offered. */
function offersAgent({ tools }: ModelRequest, name: string): boolean {
  const offer = tools.find((tool) => tool.name === 'newTask');
  return offer?.description === '' || (offer?.description.includes(`agt_${name} `) ?? false);
}

function calls(random: () => number): CallLine[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    call('look', { round: Math.floor(random() * 1e6), size: Math.floor(random() * 1500) }),
  );
}
