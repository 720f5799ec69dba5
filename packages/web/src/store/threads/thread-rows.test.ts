import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MessageItem, messageIdSchema, noUsage, type StepItem, type ThreadState } from '@retinue/protocol';
import { threadRows } from './thread-rows.ts';

test('a turn is the message, its steps and one end with the whole answer and usage', () => {
  const items = [
    message(1),
    step(2, { text: 'One' }),
    step(3, { text: 'Two' }),
    message(4),
    step(5, { text: 'Three' }),
  ];
  const rows = threadRows(idle(items));
  assert.deepEqual(kindsOf(rows), ['message', 'step', 'step', 'end', 'message', 'step', 'end']);
  const ends = rows.flatMap((row) => (row.kind === 'end' ? [row] : []));
  assert.deepEqual(
    ends.map(({ answer, isLast, usage }) => [answer, isLast, usage.inputTokens]),
    [
      ['One\n\nTwo', false, 20],
      ['Three', true, 10],
    ],
  );
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length, 'keys are unique');
});

test('a running turn has no end; a scheduled retry is a row of its own', () => {
  const items = [message(1), step(2, { text: 'Half' })];
  assert.deepEqual(kindsOf(threadRows({ ...idle(items), status: 'active' })), ['message', 'step']);
  const waiting = threadRows({ ...idle(items), status: 'active', retryAt: 9 });
  assert.deepEqual(kindsOf(waiting), ['message', 'step', 'retry']);
});

test('a cut attempt without content has no row, and its usage counts to the turn', () => {
  const cut = { status: 'cut', cut: { reason: 'provider', message: '', final: false } } as const;
  const rows = threadRows(idle([message(1), step(2, cut), step(3, { text: 'Done' })]));
  assert.deepEqual(kindsOf(rows), ['message', 'step', 'end']);
  const end = rows.at(-1);
  assert.equal(end?.kind === 'end' && end.usage.inputTokens, 20);
});

test('a message to a running thread is in its turn: queued until a step has seen it, then read at that step', () => {
  const steering = { isMidTurn: true };
  const items = [message(1), step(2), message(3, steering)];
  const queued = threadRows({ ...idle(items), status: 'active', seenSeq: 2 }).at(-1);
  assert.deepEqual(queued?.kind === 'message' && [queued.isQueued, queued.steers], [true, { readAt: null }]);
  const rows = threadRows(idle([...items, step(4)]));
  assert.deepEqual(kindsOf(rows), ['message', 'step', 'message', 'step', 'end']);
  const read = rows[2];
  assert.deepEqual(read?.kind === 'message' && [read.isQueued, read.steers], [false, { readAt: 4 }]);
  const second = rows[3];
  assert.equal(second?.kind === 'step' && second.isFirst, true, 'the agent is named again');
});

test('a notice stands after the end of the turn that it came after, and before the step that reads it', () => {
  const notice = message(3, { isNotice: true, from: 'task' });
  assert.deepEqual(keysOf(idle([message(1), step(2), notice])), ['msg_1', 'step 2', 'end 2', 'msg_3']);
  assert.deepEqual(keysOf(idle([message(1), step(2), notice, step(4)])), [
    'msg_1',
    'step 2',
    'msg_3',
    'step 4',
    'end 4',
  ]);
});

test('[U92] the end of a turn knows its tokens without a price', () => {
  const usage = { ...noUsage, inputTokens: 10, costMicros: 0 };
  const [end] = threadRows(idle([message(1), step(2, { usage }), step(3)])).slice(-1);
  assert.equal(end?.kind === 'end' && end.unpricedTokens, 10);
});

test('the system prompt is no row', () => {
  assert.deepEqual(keysOf(idle([message(1, { from: 'system' }), message(2)])), ['msg_2']);
});

type Content = Parameters<typeof threadRows>[0];

function idle(items: ThreadState['items']): Content {
  const agent = { model: { provider: 'prv_1', id: 'm' } };
  return { agent, items, status: 'idle', seenSeq: items.at(-1)?.seq ?? 0, retryAt: null, openStep: null };
}

function message(seq: number, fields: Partial<MessageItem> = {}): MessageItem {
  const messageId = messageIdSchema.parse(`msg_${seq}`);
  const plain = { from: 'person', text: 'Hello', taskId: null, isNotice: false, isMidTurn: false } as const;
  return { type: 'message', seq, at: seq, messageId, ...plain, ...fields };
}

function step(seq: number, { text, ...fields }: Partial<StepItem> & { text?: string } = {}): StepItem {
  return {
    type: 'step',
    seq,
    at: seq,
    step: seq,
    attempt: 1,
    kind: 'normal',
    seenSeq: seq - 1,
    agentVersion: 1,
    status: 'ended',
    parts: text === undefined ? [] : [{ type: 'text', text }],
    finishReason: 'stop',
    cut: null,
    usage: { ...noUsage, inputTokens: 10 },
    endedAt: seq,
    calls: [],
    ...fields,
  };
}

function kindsOf(rows: ReturnType<typeof threadRows>): string[] {
  return rows.map(({ kind }) => kind);
}

function keysOf(content: Content): string[] {
  return threadRows(content).map(({ key }) => key);
}
