import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Event, EventType, ThreadNode } from '@retinue/protocol';
import { eventSchema, eventTypes, foldTree, totalTokens, viewTree } from '@retinue/protocol';

/*
 * A log as the first release wrote it, with every type of event. Neither file is ever rewritten: a later release must
 * still read the one and come to the other.
 */
const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

test('[L12] a log of every event type that an earlier release wrote still folds to the same tree', async () => {
  const events = (await read('events.jsonl'))
    .trim()
    .split('\n')
    .map((line): Event => eventSchema.parse(JSON.parse(line)));
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(eventTypes.filter((type) => !isLater(type))));
  const trees = [...Map.groupBy(events, ({ rootId }) => rootId).values()].map((own) => {
    const tree = foldTree(null, own);
    return summarize((tree && viewTree(tree)) ?? assert.fail('no tree'));
  });
  assert.deepEqual(trees, JSON.parse(await read('trees.json')));
});

/** Types that a later release brought. */
function isLater(type: EventType): boolean {
  return later.includes(type);
}
const later: EventType[] = [
  'thread.reactivated',
  'task.backgrounded',
  'question.passed',
  'result.refused',
  'thread.compacted',
  'chat.read',
];

/** What a person would see of it, without what a later release may add to the state. */
function summarize({ thread, usage, tasks }: ThreadNode): object {
  const steps = thread.items.flatMap((item) => (item.type === 'step' ? [item] : []));
  return {
    agent: `${thread.agent.name} ${thread.agent.version}`,
    status: thread.status,
    outcome: thread.outcome,
    tokens: totalTokens(usage),
    messages: thread.items.flatMap((item) => (item.type === 'message' ? [`${item.from}: ${item.text}`] : [])),
    steps: steps.map(({ step, attempt, status, parts, calls }) => ({
      step: `${step}.${attempt} ${status}`,
      text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
      calls: calls.map(
        (call) =>
          `${call.name} ${call.status}${call.late ? ' late' : ''} ${JSON.stringify(call.output?.value ?? call.error)}`,
      ),
    })),
    tasks: tasks.map(({ task, status, child }) => ({
      task: `${task.attempt} ${task.title} ${status}`,
      child: child && summarize(child),
    })),
  };
}
