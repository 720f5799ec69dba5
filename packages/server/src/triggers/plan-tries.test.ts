import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Delivery, deliveryIdSchema, threadIdSchema } from '@retinue/protocol';
import { afterTry } from './plan-tries.ts';
import type { DeliveryOutcome } from './send.ts';

test('[V3] the waits of two deliveries differ, and stay within a fifth of the planned wait', () => {
  const now = 1_800_000_000_000;
  const outcome: DeliveryOutcome = {
    ms: 5,
    responseStatus: 503,
    problem: { code: 'answered', host: 'example.org', status: 503 },
  };
  for (const [tries, plannedMs] of [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000].entries()) {
    const waits = [0, 0.5, 0.999].map((drawn) => {
      const { status, nextTryAt } = afterTry({ ...delivery, tries }, outcome, now, () => drawn);
      assert.equal(status, 'pending');
      return (nextTryAt ?? 0) - now;
    });
    assert.deepEqual(
      waits,
      [0.8, 1, 1.1996].map((share) => Math.round(plannedMs * share)),
    );
  }
  assert.equal(afterTry({ ...delivery, tries: 7 }, outcome, now, () => 0).status, 'failed');
});

const delivery: Delivery = {
  deliveryId: deliveryIdSchema.parse('dlv_1'),
  trigger: 'on-user-message',
  chatId: threadIdSchema.parse('thr_1'),
  position: 1,
  at: 0,
  status: 'pending',
  tries: 0,
  responseStatus: null,
  lastError: null,
  lastTriedAt: null,
  nextTryAt: 0,
};
