import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Event, ThreadNode } from '@retinue/protocol';
import { eventSchema, eventTypes, foldTree, totalTokens, viewTree } from '@retinue/protocol';

/*
 * Logs as earlier releases wrote them, together with every type of event. None of the files is ever rewritten: a later
 * release must still read the events and come to the trees.
 */
const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
const eventsIn = async (name: string) =>
  (await read(name))
    .trim()
    .split('\n')
    .map((line): Event => eventSchema.parse(JSON.parse(line)));

const releases = [
  { what: 'the first release', events: 'events.jsonl', trees: 'trees.json' },
  { what: 'the release that brought control', events: 'later-events.jsonl', trees: 'later-trees.json' },
  { what: 'the release that let approvals lapse', events: 'lapsing-events.jsonl', trees: 'lapsing-trees.json' },
  {
    what: 'the release that set money aside for asking a parent',
    events: 'consulted-events.jsonl',
    trees: 'consulted-trees.json',
  },
  { what: 'the release that imports in slices', events: 'imported-events.jsonl', trees: 'imported-trees.json' },
  { what: 'the release that stopped all work', events: 'stopped-events.jsonl', trees: 'stopped-trees.json' },
  { what: 'the release that brought extensions', events: 'hooked-events.jsonl', trees: 'hooked-trees.json' },
];

for (const { what, events, trees } of releases) {
  test(`[L12] a log that ${what} wrote still folds to the same trees`, async () => {
    const byRoot = Map.groupBy(await eventsIn(events), ({ rootId }) => rootId);
    const seen = [...byRoot.values()].map((own) => {
      const tree = foldTree(null, own);
      return summarize((tree && viewTree(tree)) ?? assert.fail('no tree'));
    });
    assert.deepEqual(seen, JSON.parse(await read(trees)));
  });
}

test('[L12] the logs of earlier releases hold every type of event', async () => {
  const all = await Promise.all(releases.map(({ events }) => eventsIn(events)));
  assert.deepEqual(new Set(all.flat().map(({ type }) => type)), new Set(eventTypes));
});

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
