import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, noUsage, type UsageReport } from '@retinue/protocol';
import { cost, rowCost } from '../../views/figures.ts';
import { createPaint } from '../output/paint.ts';
import { drawStats } from './draw-stats.ts';

const terminal = { columns: () => 200, paint: createPaint(false) };

test('[U92.3][K19] stats say that a price is unknown, that money is a lower bound, and what is free', () => {
  const costs = [
    ['unpriced', 0, 10],
    ['partly', 120_000, 4],
    ['priced', 120_000, 0],
    ['free', 0, 0],
  ] as const;
  const agents = costs.map(([name, costMicros, unpricedTokens]) => usageOf(name, { costMicros, unpricedTokens }));
  const idle = usageOf('idle', { inputTokens: 0 });
  const lines = drawStats({ agents: [...agents, idle], days: [], chats: [] }, terminal);
  const from = lines.findIndex((line) => line.startsWith('tasks of'));
  const told = lines.slice(from + 1, from + 6).map((line) => line.split(/ {2,}/));
  assert.deepEqual(
    told.map((cells) => [cells[0], cells[8]]),
    [
      ['unpriced', 'unknown'],
      ['partly', 'at least $0.12'],
      ['priced', '$0.12'],
      ['free', '$0.00'],
      ['idle', '–'],
    ],
  );
});

test('[U92] a chat of an unknown price says so, and a row of many does not', () => {
  const usage = { ...noUsage, inputTokens: 10 };
  assert.equal(cost({ usage, unpricedTokens: 10 }), '10 tok · price unknown');
  assert.equal(rowCost({ usage, unpricedTokens: 10 }), '10 tok');
  assert.equal(cost({ usage, unpricedTokens: 0 }), '10 tok');
  assert.equal(cost({ usage: { ...usage, costMicros: 120_000 }, unpricedTokens: 4 }), '10 tok · at least $0.12');
});

type AgentUsage = UsageReport['agents'][number];

function usageOf(name: string, fields: Partial<AgentUsage>): AgentUsage {
  const outcomes = { tasks: 1, succeeded: 1, failed: 0, cancelled: 0, successRate: 1, emptyResults: 0, retries: 0 };
  const spent = { threads: 1, steps: 1, inputTokens: 10, outputTokens: 0, estimatedTokens: 0, workedMs: 5 };
  const rest = { questions: 0, medianMs: null, p95Ms: null, costMicros: 0, unpricedTokens: 0 };
  return { agentId: agentIdOf(name), name, ...outcomes, ...spent, ...rest, ...fields };
}
