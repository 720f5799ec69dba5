import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCost, formatMoney, formatRowCost } from './figures.ts';
import { spansOf } from './usage-report.ts';

test('[U92] money without a known price is unknown and never $0.00, and what is free costs $0.00', () => {
  assert.equal(formatMoney({ costMicros: 0, unpricedTokens: 10 }), 'Unknown');
  assert.equal(formatMoney({ costMicros: 0, unpricedTokens: 0 }), '$0.00');
  assert.equal(formatCost({ tokens: 10, costMicros: 0, unpricedTokens: 4 }), '10 tok · price unknown');
  assert.equal(formatCost({ tokens: 10, costMicros: 0, unpricedTokens: 0 }), '10 tok');
});

test('[U92.3] a dense row says in a tooltip that a price is unknown', () => {
  const row = formatRowCost({ tokens: 10, costMicros: 0, unpricedTokens: 4 });
  assert.deepEqual(row, { text: '10 tok', title: 'Price unknown' });
  assert.deepEqual(formatRowCost({ tokens: 10, costMicros: 0, unpricedTokens: 0 }), { text: '10 tok' });
});

test('[U92.1] money is a lower bound if a part has no known price', () => {
  assert.equal(formatMoney({ costMicros: 120_000, unpricedTokens: 4 }), 'At least $0.12');
  assert.equal(formatMoney({ costMicros: 120_000, unpricedTokens: 0 }), '$0.12');
  assert.equal(formatCost({ tokens: 10, costMicros: 120_000, unpricedTokens: 4 }), '10 tok · at least $0.12');
  assert.equal(formatCost({ tokens: 10, costMicros: 120_000, unpricedTokens: 0 }), '10 tok · $0.12');
});

test('[U92] a week without a known price keeps the tokens of its days that have none', () => {
  const tasks = { tasks: 0, succeeded: 0, failed: 0, cancelled: 0, successRate: null, emptyResults: 0, retries: 0 };
  const rest = { ...tasks, questions: 0, medianMs: null, p95Ms: null, chats: 1, workedMs: 0, costMicros: 0, tokens: 5 };
  const days = ['2026-03-01', '2026-03-02'].map((day) => ({ ...rest, day, unpricedTokens: 5 }));
  const { spans, isWeekly } = spansOf(days, { from: '2026-01-01', to: '2026-03-02' });
  assert.deepEqual([isWeekly, spans.at(-1)?.unpricedTokens], [true, 10]);
});
