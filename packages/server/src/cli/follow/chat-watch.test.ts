import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEvent } from '@retinue/protocol';
import { createClient, foldTree, routes } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { byAgent, bySteps } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { ChatWatch } from './chat-watch.ts';

async function eventsOfDelegation(): Promise<LogEvent[]> {
  const script = byAgent({
    boss: bySteps([call('newTask', { task: 'dig', subAgentId: 'agt_worker' })], [say('done')]),
    worker: [say('dug')],
  });
  await using app = await openTestApp({
    script,
    agents: [agent('boss', { subAgents: ['worker'] }), agent('worker')],
  });
  const { thread } = await app.run('Dig.');
  return app.events(thread.threadId);
}

/** A server that sends these events, one in each chunk, and then stays connected. */
function connectionTo(events: readonly LogEvent[]) {
  const client = createClient(routes, {
    baseUrl: '',
    fetch: async () => Response.json({ results: events, cursor: null }),
  });
  return {
    client,
    isServer: true,
    start: () => {},
    close: async () => {},
    async *stream(_place: unknown, signal: AbortSignal) {
      for (const body of events) yield [{ type: 'event' as const, body }];
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
}

test('[K1] a task is reported once its thread is there, also where the network cuts their commit', async () => {
  const events = await eventsOfDelegation();
  const [first] = events;
  using watch = new ChatWatch(connectionTo(events), [first?.rootId ?? assert.fail('no event')]);
  const reported: LogEvent[] = [];
  const done = Promise.withResolvers<void>();
  watch.onEvents = (some) => {
    for (const event of some) {
      const tree = watch.tree(event.rootId);
      if (event.type === 'task.opened') assert.ok(tree?.threads[event.data.childThreadId]);
    }
    reported.push(...some);
    if (reported.length === events.length) done.resolve();
  };
  watch.listen().catch(done.reject);
  await done.promise;
  assert.deepEqual(reported, events);
  assert.deepEqual(watch.trees, [foldTree(null, events)]);
  await watch.catchUp();
  assert.equal(reported.length, events.length, 'nothing is reported twice');
});
