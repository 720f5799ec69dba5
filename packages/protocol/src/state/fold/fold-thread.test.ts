import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boss, ids } from '../../../../../tests/support/stores/facts.ts';
import { openRoot } from '../../../../server/src/transitions/open-thread.ts';
import type { Delta, Draft } from '../../events/deltas.ts';
import { foldDraft } from '../../events/deltas.ts';
import type { Event, Fact, FactFields } from '../../events/events.ts';
import { localWorkspaceId, taskIdOf } from '../../ids.ts';
import { defaultLimits } from '../../records/agents.ts';
import { hasUnseenInput, owes } from '../owes.ts';
import type { ThreadState } from '../thread-state.ts';
import { fold } from './fold.ts';

const threadId = ids.thread();
const callId = ids.call();
const place = { callId, step: 1 };
const opening: Fact[] = openRoot(threadId, boss, defaultLimits, 'a chat', ids.message());
const message = (text: string): Fact => ({
  type: 'message.received',
  data: { messageId: ids.message(), from: 'person', text, taskId: null },
});
const started = (step: number, seenSeq: number, attempt = 1): Fact => ({
  type: 'step.started',
  data: { step, attempt, kind: 'answer', seenSeq, agentVersion: 1, reservation: { tokens: 0 } },
});
const usage = { inputTokens: 1, outputTokens: 1, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };
const ended: Fact = {
  type: 'step.ended',
  data: { step: 1, attempt: 1, parts: [{ type: 'call', callId }], usage, finishReason: 'calls' },
};
const links = { taskId: null, subAgentThreadId: null };
const requested = (args: FactFields<'call.requested'>['args']): Fact => ({
  type: 'call.requested',
  data: { ...place, name: 'look', args, effect: 'read', ...links },
});
const begun = (attempt: number): Fact => ({ type: 'call.started', data: { ...place, attempt } });
const done = (value: string): Fact => ({
  type: 'call.ended',
  data: { ...place, status: 'done', output: { value, bytes: value.length, blob: null }, error: null },
});

const rewound = (toSeq: number, isAsked: boolean): Fact => ({ type: 'thread.rewound', data: { toSeq, isAsked } });

function folded(...facts: Fact[]): ThreadState {
  const events = [...opening, ...facts].map((fact, index): Event => {
    const envelope = { position: index + 1, workspaceId: localWorkspaceId, rootId: threadId, threadId, seq: index + 1 };
    return { ...envelope, at: 1000 + index, actor: 'engine', commandId: null, ...fact };
  });
  return fold(null, events) ?? assert.fail('nothing folded');
}

function onlyCall(thread: ThreadState) {
  const calls = thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  assert.equal(calls.length, 1);
  return calls[0] ?? assert.fail('no call');
}

test('[S4] a result before its start makes one call, which has ended', () => {
  const thread = folded(message('go'), started(1, 3), ended, requested({ word: 1 }), done('first'), begun(1));
  assert.deepEqual([onlyCall(thread).status, onlyCall(thread).output?.value], ['done', 'first']);
  assert.equal(thread.openCalls.length, 0);
});

test('[S4] a request completes a call whose result came first', () => {
  const thread = folded(message('go'), started(1, 3), ended, done('early'), requested({ word: 1 }));
  const call = onlyCall(thread);
  assert.deepEqual([call.name, call.args, call.status, call.output?.value], ['look', { word: 1 }, 'done', 'early']);
  assert.equal(owes(thread), 'step');
});

test('[S4] duplicate starts, with empty input first and full input later, are one call', () => {
  const thread = folded(message('go'), started(1, 3), ended, requested({}), begun(1), requested({ word: 2 }), begun(2));
  const call = onlyCall(thread);
  assert.deepEqual([call.args, call.status, call.attempt], [{ word: 2 }, 'running', 2]);
  assert.equal(thread.openCalls.length, 1);
});

test('[S4] the first result of a call stays', () => {
  const thread = folded(message('go'), started(1, 3), ended, requested({}), done('first'), done('second'));
  assert.equal(onlyCall(thread).output?.value, 'first');
});

test('[E7] a step stands before input that its prompt had not seen', () => {
  const thread = folded(message('one'), message('two'), started(1, 3));
  assert.deepEqual(
    thread.items.map((item) => (item.type === 'step' ? 'step' : item.text.slice(0, 3))),
    ['You', 'one', 'step', 'two'],
  );
  assert.ok(hasUnseenInput(thread));
});

test('[E7] a new attempt stands after input that came since the one that was cut', () => {
  const cut: Fact = {
    type: 'step.cut',
    data: {
      step: 1,
      attempt: 1,
      reason: 'crash',
      message: { code: 'crashed' },
      parts: [],
      usage,
      final: false,
      retryAt: null,
    },
  };
  const thread = folded(message('one'), started(1, 3), message('two'), cut, started(1, 6, 2));
  assert.deepEqual(
    thread.items.map((item) => (item.type === 'step' ? `step ${item.attempt}` : item.text.slice(0, 3))),
    ['You', 'one', 'two', 'step 2'],
  );
});

test('[U1.6][U1.7] a rewind takes back later items, and their late results change nothing visible', () => {
  const late: Fact = { type: 'call.late', data: { ...place, status: 'done', output: null, error: null } };
  const taskId = taskIdOf(callId, 1);
  const ending = { status: 'success', result: '', reason: null, usage } as const;
  const told: Fact = { type: 'task.ended', data: { ...place, taskId, ...ending } };
  const facts = [message('go'), started(1, 3), ended, requested({}), done('x'), rewound(3, true)];
  const first = folded(...facts);
  const after = folded(...facts, late, told);
  assert.deepEqual([first.items.length, first.steps, first.status, owes(first)], [2, 1, 'active', 'step']);
  assert.ok(hasUnseenInput(first));
  const { seq, updatedAt } = after;
  assert.deepEqual(after, { ...first, seq, updatedAt });
});

test('[E6.1] the cost of a step that was taken back is counted once, also when the count comes late', () => {
  const guess = { ...usage, inputTokens: 0, outputTokens: 0, estimatedTokens: 50 };
  const cut: Fact = {
    type: 'step.cut',
    data: {
      step: 1,
      attempt: 1,
      reason: 'stopped',
      message: { code: 'canceled' },
      parts: [],
      usage: guess,
      final: true,
      retryAt: null,
    },
  };
  const stopped: Fact = { type: 'thread.cancelled', data: { reason: { code: 'canceled' } } };
  const counted: Fact = { type: 'usage.recorded', data: { step: 1, attempt: 1, usage } };
  const thread = folded(message('go'), started(1, 3), cut, stopped, rewound(3, true));
  assert.deepEqual(thread.usage, guess);
  assert.equal(thread.unpricedTokens, 50);
  const late = folded(message('go'), started(1, 3), cut, stopped, rewound(3, true), counted);
  assert.deepEqual(late.usage, usage);
  assert.equal(late.unpricedTokens, 2);
});

test('[U92.2] tokens without a known price are known by the agent that used them, also after its model was changed', () => {
  const agentWith = (provider: string): Fact => ({
    type: 'agent.changed',
    data: { agent: { ...folded().agent, model: { provider, id: 'm' } } },
  });
  const spent = (step: number, seenSeq: number, cost: object): Fact[] => [
    started(step, seenSeq),
    { type: 'step.ended', data: { step, attempt: 1, parts: [], usage: { ...usage, ...cost }, finishReason: 'stop' } },
  ];
  const paid = folded(message('go'), agentWith('prv_1'), ...spent(1, 4, {}), agentWith('demo'));
  assert.equal(paid.unpricedTokens, 2);
  const demo = folded(message('go'), agentWith('demo'), ...spent(1, 4, {}), agentWith('prv_1'));
  assert.equal(demo.unpricedTokens, 0);
  const free = folded(message('go'), agentWith('prv_1'), ...spent(1, 4, { costMicros: 0 }));
  assert.equal(free.unpricedTokens, 0);
});

test('[E6.1] a late count of a replaced attempt replaces its estimate', () => {
  const guess = { ...usage, inputTokens: 0, outputTokens: 0, estimatedTokens: 50, costMicros: 40 };
  const cut = (attempt: number): Fact => ({
    type: 'step.cut',
    data: {
      step: 1,
      attempt,
      reason: 'crash',
      message: { code: 'crashed' },
      parts: [],
      usage: guess,
      final: false,
      retryAt: null,
    },
  });
  const counted = (attempt: number): Fact => ({
    type: 'usage.recorded',
    data: { step: 1, attempt, usage: { ...usage, costMicros: 3 } },
  });
  const facts = [message('go'), started(1, 3), cut(1), started(1, 3, 2), cut(2), started(1, 3, 3)];
  assert.deepEqual(folded(...facts, counted(1)).usage, { ...usage, estimatedTokens: 50, costMicros: 43 });
  const both = folded(...facts, counted(1), counted(2));
  assert.deepEqual(both.usage, { ...usage, inputTokens: 2, outputTokens: 2, costMicros: 6 });
  assert.equal(both.unpricedTokens, 0);
  assert.deepEqual([both.turnStats.tokens, both.turnStats.costMicros], [4, 6]);
  assert.equal(both.items.filter(({ type }) => type === 'step').length, 1);
});

test('[L5] a hidden chat owes nothing, whatever comes in', () => {
  const hidden = folded(message('go'), { type: 'chat.hidden', data: {} }, message('late'));
  assert.deepEqual([owes(hidden), hidden.hiddenAt], [null, 1003]);
  const restored = folded(message('go'), { type: 'chat.hidden', data: {} }, { type: 'chat.restored', data: {} });
  assert.deepEqual([owes(restored), restored.hiddenAt], ['step', null]);
});

test('[E10] waiting for people and children is not working time', () => {
  const thread = folded(message('go'), started(1, 3), ended, requested({}), begun(1), done('x'));
  assert.equal(thread.turnStats.workedMs, 1 + 1, 'the step and the call, not the gap between them');
});

test('[L1] a gap in a thread is an error and is not folded over', () => {
  const event = {
    workspaceId: localWorkspaceId,
    rootId: threadId,
    threadId,
    at: 1,
    actor: 'engine',
    commandId: null,
  } as const;
  const first = opening[0] ?? assert.fail('no opening');
  assert.throws(
    () =>
      fold(null, [
        { ...event, position: 1, seq: 1, ...first },
        { ...event, position: 2, seq: 3, ...message('x') },
      ]),
    /continues at seq 3 after 1/,
  );
});

test('[S3] a draft takes each delta once, joins overlaps and notices missing parts', () => {
  const delta = (offset: number, text: string): Delta => ({
    threadId,
    rootId: threadId,
    step: 1,
    attempt: 1,
    offset,
    type: 'text',
    text,
  });
  const grow = (...deltas: Delta[]) => deltas.reduce((draft: Draft | null, next) => foldDraft(draft, next), null);
  assert.equal(grow(delta(0, 'Hel'), delta(0, 'Hel'), delta(2, 'llo'))?.parts[0]?.text, 'Hello');
  assert.equal(grow(delta(0, 'Hel'), delta(5, '!')), null);
  assert.deepEqual(grow(delta(0, 'old'), { ...delta(0, 'new'), attempt: 2 })?.parts, [{ type: 'text', text: 'new' }]);
});
