import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf } from '@retinue/protocol';
import { formatMoney } from './figures.ts';
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
