import type { Budget, LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import { agentIdOf, fold, isUnfinished, localWorkspaceId, totalTokens } from '@retinue/protocol';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { costOfUsage, paidPrice } from '../support/apps/paid-app.ts';
import { openTestApp, wait } from '../support/apps/test-app.ts';
import { toolFor } from '../support/models/scripts.ts';
import type { Counted, CountedModels } from './counted-model.ts';
import { countInProcess, countOverHttp } from './counted-model.ts';
import { randomTree } from './random-tree.ts';

/** The outcome of one random tree with its budget. */
export interface Played {
  seed: number;
  budget: Budget;
  /** As the model and the tools counted. */
  spent: { tokens: number; costMicros: number; calls: number; tasks: number };
  /** The most expensive call of each of the agents that ran at the same time. */
  oneEach: { tokens: number; costMicros: number };
  answers: number;
  lastAnswers: number;
  noticeTurns: number;
  compactions: number;
  tooSmall: number;
  problems: string[];
}

export async function playBudget(seed: number, { isVerified = false } = {}): Promise<Played> {
  const isRemote = seed % 5 === 0;
  const { budget, agents, limits, script } = randomTree(seed, !isRemote);
  await using counting = isRemote ? await countOverHttp(script) : countInProcess(script);
  let calls = 0;
  const look = toolFor(
    'look',
    async ({ size }) => {
      calls += 1;
      await wait(Number(size) % 4);
      return 'seen '.repeat(Number(size) / 5);
    },
    { effect: 'read' },
  );
  await using app = await openTestApp({
    script: [],
    agents,
    limits,
    replacements: { models: counting.models, tools: createTools([look]) },
  });
  await app.retinue.prices.set({ workspaceId: localWorkspaceId }, paidPrice);
  const opened = await app.commands.openChat(app.context(), { agentId: agentIdOf('boss'), text: 'go', budget });
  if (opened.refusal) throw new Error(opened.refusal.code);
  app.retinue.start();
  await app.settled(opened.done.threadId);
  const events = await app.events(opened.done.threadId);
  const played = judge(seed, budget, { events, counting, calls });
  const findings = isVerified ? await app.findings() : [];
  return { ...played, problems: [...played.problems, ...findings].map((problem) => `seed ${seed}: ${problem}`) };
}

interface Witnessed {
  events: readonly LogEvent[];
  counting: CountedModels;
  calls: number;
}

function judge(seed: number, budget: Budget, { events, counting, calls }: Witnessed): Played {
  const counted = counting.counted();
  const sum = (of: (one: Counted) => number) => counted.reduce((total, one) => total + of(one), 0);
  const tokensOf = ({ usage }: Counted) => totalTokens(usage);
  const costOf = ({ usage }: Counted) => costOfUsage(usage);
  const tasks = events.filter(({ type }) => type === 'task.opened').length;
  const atWork = mostAtWork(events);
  const spent = { tokens: sum(tokensOf), costMicros: sum(costOf), calls, tasks };
  const oneEach = { tokens: dearest(counted, tokensOf, atWork), costMicros: dearest(counted, costOf, atWork) };
  const ends = events.flatMap((event) => (event.type === 'thread.ended' ? [event] : []));
  const unanswered = ends.filter(({ data }) => data.result.trim() === '');
  const steps = events.flatMap(({ type, data }) => (type === 'step.started' && data.attempt === 1 ? [data.kind] : []));
  return {
    seed,
    budget,
    spent,
    oneEach,
    answers: ends.length - unanswered.length,
    lastAnswers: steps.filter((kind) => kind === 'salvage').length,
    compactions: steps.filter((kind) => kind === 'compaction').length,
    noticeTurns: events.filter(({ type, data }) => type === 'message.received' && data.originSeq !== undefined).length,
    tooSmall: unanswered.filter(({ data }) => data.reason?.code === 'budget-too-small').length,
    problems: [
      ...overspent(budget, spent, oneEach),
      ...unanswered
        .filter(({ data }) => data.reason?.code !== 'budget-too-small')
        .map(({ threadId, data }) => `${threadId} ended without an answer: ${JSON.stringify(data.reason)}`),
    ],
  };
}

function overspent(budget: Budget, spent: Played['spent'], oneEach: Played['oneEach']): string[] {
  const most = { ...oneEach, calls: 0, tasks: 0 };
  return (['tokens', 'costMicros', 'calls', 'tasks'] as const).flatMap((kind) => {
    const cap = budget[kind];
    if (cap === null || spent[kind] <= cap + most[kind]) return [];
    return [`${spent[kind]} ${kind} were spent of ${cap}, and ${most[kind]} is one call for each agent at work`];
  });
}

function dearest(counted: readonly Counted[], of: (one: Counted) => number, atWork: number): number {
  const byCaller = Map.groupBy(counted, ({ caller }) => caller);
  const most = [...byCaller.values()].map((own) => Math.max(...own.map(of))).sort((left, right) => right - left);
  return most.slice(0, atWork).reduce((sum, one) => sum + one, 0);
}

/** The highest number of unfinished threads at one moment. */
function mostAtWork(events: readonly LogEvent[]): number {
  const threads = new Map<ThreadId, ThreadState>();
  let most = 0;
  for (const event of events) {
    const thread = fold(threads.get(event.threadId) ?? null, [event]);
    if (thread) threads.set(event.threadId, thread);
    most = Math.max(most, [...threads.values()].filter(({ status }) => isUnfinished(status)).length);
  }
  return most;
}
