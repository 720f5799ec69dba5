import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf } from '@retinue/protocol';
import { formatCost, formatMoney } from './figures.ts';
import { isFreeFor } from './usage-report.ts';

const demo = { agentId: agentIdOf('demo'), model: { provider: 'demo', id: 'm' } };
const paid = { agentId: agentIdOf('paid'), model: { provider: 'prv_1', id: 'm' } };
const deleted = agentIdOf('deleted');

test('[U92] usage of an agent that was deleted, or without a price, is unknown and never $0.00', () => {
  const money = (agents: (typeof demo)[], users: (typeof demo.agentId)[]) =>
    formatMoney({ tokens: 10, costMicros: 0, isFree: isFreeFor(agents, users) });
  assert.equal(money([demo, paid], [demo.agentId]), '$0.00');
  assert.equal(money([demo, paid], [paid.agentId]), 'Unknown');
  assert.equal(money([demo], [deleted]), 'Unknown');
  assert.equal(money([demo], [demo.agentId, deleted]), 'Unknown');
  assert.equal(money([], [deleted]), 'Unknown');
});

test('[U92.1] money is a lower bound if a part has no known price', () => {
  const spent = { tokens: 10, costMicros: 120_000, isFree: false };
  assert.equal(formatMoney({ ...spent, isPartial: true }), 'At least $0.12');
  assert.equal(formatMoney({ ...spent, isPartial: false }), '$0.12');
  assert.equal(formatMoney({ ...spent, costMicros: 0, isPartial: true }), 'Unknown');
  assert.equal(formatCost(10, 120_000, 4), '10 tok · at least $0.12');
  assert.equal(formatCost(10, 120_000, 0), '10 tok · $0.12');
  assert.equal(formatCost(10, 0, 10), '10 tok');
});
