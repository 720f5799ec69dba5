import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEvent, Reason, ThreadNode } from '@retinue/protocol';
import {
  eventSchema,
  eventTypes,
  fold,
  foldTree,
  reasonShapes,
  reasonText,
  totalTokens,
  viewTree,
} from '@retinue/protocol';
import { packFields, typeNumber } from '../../packages/server/src/log/format/packing.ts';
import { reasonForModel } from '../../packages/server/src/prompts/reasons/reason-for-model.ts';
import { goldenLogs, goldenSamples, readGolden } from './logs.ts';

/*
 * Logs as earlier releases wrote them, together with every type of event. None of the files is ever rewritten: a later
 * release must still read the events and fold them to the trees.
 */
const eventsIn = async (log: string) =>
  (await readGolden(log, 'events.jsonl'))
    .trim()
    .split('\n')
    .map((line): LogEvent => eventSchema.parse(JSON.parse(line)));

for (const [log, release] of Object.entries(goldenLogs)) {
  test(`[L12] a log that ${release} wrote still folds to the same trees`, async () => {
    const byRoot = Map.groupBy(await eventsIn(log), ({ rootId }) => rootId);
    const seen = [...byRoot.values()].map((own) => {
      const tree = foldTree(null, own);
      return summarize((tree && viewTree(tree)) ?? assert.fail('no tree'));
    });
    assert.deepEqual(seen, JSON.parse(await readGolden(log, 'trees.json')));
  });
}

test('[L12] the logs of earlier releases hold every type of event', async () => {
  const logs = await Promise.all(Object.keys(goldenLogs).map(eventsIn));
  const all = [...logs.flat(), ...(await goldenSamples())];
  assert.deepEqual(new Set(all.map(({ type }) => type)), new Set(eventTypes));
});

test('[L12] a sample of a newer type is stored and folded as its first release did', async () => {
  const [opening] = await eventsIn('first');
  const chat = opening && fold(null, [opening]);
  if (!chat) assert.fail('no chat');
  for (const { type, data, packed, changes } of await goldenSamples()) {
    const event = eventSchema.parse({ ...opening, seq: 2, type, data });
    assert.equal(`${typeNumber(type)} ${packFields(type, data)}`, packed);
    assert.deepEqual(fold(chat, [event]), { ...chat, seq: 2, ...changes });
  }
});

test('[L12] the logs of earlier releases hold every reason, each with a text for people and one for models', async () => {
  const all = await Promise.all(Object.keys(goldenLogs).map(eventsIn));
  const reasons = all.flat().flatMap(reasonsIn);
  assert.deepEqual(new Set(reasons.map(({ code }) => code)), new Set(Object.keys(reasonShapes)));
  for (const reason of reasons) {
    if (reason.code === 'text') continue;
    for (const text of [reasonText(reason), reasonForModel(reason)])
      assert.match(text, /^(?!.*(undefined|null|NaN|\[object))\S.*\S$/, reason.code);
  }
});

function reasonsIn({ type, data }: LogEvent): Reason[] {
  if (type === 'step.cut') return [data.message];
  if (type === 'call.ended' || type === 'call.late') return data.error ? [data.error] : [];
  if (type === 'thread.rewound') return data.serves?.reason ? [data.serves.reason] : [];
  const isEnd = type === 'task.ended' || type === 'thread.ended' || type === 'thread.cancelled';
  return isEnd && data.reason ? [data.reason] : [];
}

/** The part of it that a person sees, without later additions to the state. */
function summarize({ thread, usage, tasks }: ThreadNode): object {
  const steps = thread.items.flatMap((item) => (item.type === 'step' ? [item] : []));
  return {
    agent: `${thread.agent.name} ${thread.agent.version}`,
    status: thread.status,
    outcome: thread.outcome && { ...thread.outcome, reason: said(thread.outcome.reason) },
    tokens: totalTokens(usage),
    messages: thread.items.flatMap((item) => (item.type === 'message' ? [`${item.from}: ${item.text}`] : [])),
    steps: steps.map(({ step, attempt, status, parts, calls }) => ({
      step: `${step}.${attempt} ${status}`,
      text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
      calls: calls.map(
        (call) =>
          `${call.name} ${call.status}${call.late ? ' late' : ''} ${JSON.stringify(call.output?.value ?? said(call.error))}`,
      ),
    })),
    tasks: tasks.map(({ task, status, child }) => ({
      task: `${task.attempt} ${task.title} ${status}`,
      child: child && summarize(child),
    })),
  };
}

/** As the release stored it. */
function said(reason: Reason | null): Reason | string | null {
  return reason?.code === 'text' ? reason.text : reason;
}
