import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import { fold, foldTree, isUnfinished, owes } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { refusalsOf } from '../../../../../tests/support/models/strict-prompt.ts';
import { randomTools, writeRandomLog } from '../../../../../tests/support/random/random-log.ts';
import { stuckThreads } from '../../../../../tests/support/stores/stuck-threads.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';
import { createTools } from '../../tools/tools.ts';
import { planRequest } from '../prompt/plan-request.ts';

/*
 * Properties of every commit that the real engine wrote from random scripts, tools and people.
 */
interface Life {
  rootId: ThreadId;
  commits: (readonly LogEvent[])[];
  stored: LogEvent[];
  requests: readonly ModelRequest[];
}

const lives: Life[] = [];
const tools = createTools(randomTools);

before(async () => {
  for (let seed = 1001; seed <= 1024; seed += 8)
    lives.push(...(await Promise.all(Array.from({ length: 8 }, (_, index) => live(seed + index)))));
});

async function live(seed: number): Promise<Life> {
  const commits: (readonly LogEvent[])[] = [];
  const apps: { app: TestApp; rootId: ThreadId }[] = [];
  const { stored } = await writeRandomLog(seed, async (app, rootId) => {
    apps.push({ app, rootId });
    app.log.subscribe(({ events }) => commits.push(events));
    commits.unshift(await app.events(rootId));
  });
  const [watched] = apps;
  assert.ok(watched);
  return { rootId: watched.rootId, commits, stored, requests: watched.app.model.requests };
}

function threadsOf({ stored }: Life): LogEvent[][] {
  return [...Map.groupBy(stored, (event) => event.threadId).values()];
}

test('[E4] after every commit each thread owes work, has ended, or waits for something that will end', () => {
  for (const { commits, rootId } of lives) {
    let tree = foldTree(null, []);
    for (const events of commits) {
      tree = foldTree(
        tree,
        events.filter((event) => event.rootId === rootId),
      ); // A commit may hold events of other threads.
      if (tree) assert.deepEqual(stuckThreads(tree), []);
    }
  }
});

test('[E4] a thread whose child vanished would be found', () => {
  const resting = lives.flatMap(({ commits, rootId }) => {
    let tree = foldTree(null, []);
    return commits.flatMap((events) => {
      tree = foldTree(
        tree,
        events.filter((event) => event.rootId === rootId),
      );
      const child = Object.values(tree?.threads ?? {}).find(({ parent, status }) => parent && isUnfinished(status));
      return tree && child
        ? [{ ...tree, threads: { ...tree.threads, [child.threadId]: { ...child, status: 'failed' as const } } }]
        : [];
    });
  });
  assert.ok(resting.some((tree) => stuckThreads(tree).length > 0));
});

test('[E7] the prompt follows from the events up to `seenSeq` alone', () => {
  for (const life of lives) {
    const asked = new Map(life.requests.filter(isStep).map((request) => [placeOf(request.place), request]));
    for (const events of threadsOf(life)) {
      for (const event of events) {
        if (event.type !== 'step.started' || event.data.kind === 'salvage') continue;
        const thread = fold(null, events.slice(0, event.data.seenSeq)) ?? assert.fail('no thread');
        const { request } = planRequest(tools, thread);
        const reply = asked.get(placeOf({ threadId: event.threadId, ...event.data }));
        if (reply) assert.deepEqual(request, reply);
      }
    }
  }
});

test('[E5.4] a prompt is valid for every provider, wherever its thread was interrupted', () => {
  for (const life of lives) {
    for (const events of threadsOf(life)) {
      let thread: ThreadState | null = null;
      for (const event of events) {
        thread = fold(thread, [event]);
        if (!thread || owes(thread) !== 'step' || thread.openStep) continue;
        assert.deepEqual(refusalsOf(planRequest(tools, thread).request), []);
      }
    }
  }
});

test('[L9] after any rewind a summary covers only items that still exist', () => {
  const compacted = lives.flatMap(threadsOf).filter((events) => events.some(({ type }) => type === 'thread.compacted'));
  assert.ok(compacted.length > 3, 'the random logs hold summaries');
  for (const events of compacted) {
    let expected: number | null = null;
    for (const [index, { type, data }] of events.entries()) {
      if (type === 'thread.compacted') expected = data.throughSeq;
      if (type === 'thread.rewound' && expected !== null && data.toSeq < expected) expected = null;
      const thread = fold(null, events.slice(0, index + 1));
      assert.equal(thread?.compaction?.throughSeq ?? null, expected);
      assert.ok(expected === null || thread?.items.some(({ seq }) => seq === expected), 'its place is still there');
    }
  }
});

function placeOf({ threadId, step, attempt }: { threadId: ThreadId; step: number; attempt: number }): string {
  return `${threadId} ${step}.${attempt}`;
}

/** A parent that is asked for a child takes no step. */
function isStep({ tools: offered }: ModelRequest): boolean {
  return offered.every(({ name }) => name !== 'passOn');
}
