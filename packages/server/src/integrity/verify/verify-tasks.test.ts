import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Event } from '@retinue/protocol';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { goOn, newTask, succeed, taskIn } from '../../../../../tests/support/scripts.ts';
import { byAgent, bySteps } from '../../models/script.ts';
import { say } from '../../models/script-lines.ts';
import { foldedTree } from './verify-events.ts';
import { verifyForeign } from './verify-foreign.ts';

/* Children that serve several tasks, and tasks whose calls ended before them: every link that can be wrong, made wrong. */
const script = byAgent({
  boss: bySteps(
    [newTask('worker', 'first')],
    (request) => [goOn(taskIn(request), 'second', { background: true })],
    [say('Later.')],
    [say('Heard.')],
  ),
  worker: [succeed('done')],
});

let events: Event[] = [];
before(async () => {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
  await using house = await openHouse({ script, agents });
  const { thread } = await house.run('go');
  events = await house.events(thread.threadId);
});

type Change = (event: Event) => Event[];
const wrong: [name: string, change: Change, words: RegExp][] = [
  [
    'a reactivation that no task asked for',
    (event) =>
      event.type === 'thread.reactivated' ? [renamed(event, { parent: { ...event.data.parent, step: 1 } })] : [event],
    /was reactivated for task_.*, which did not ask for it/,
  ],
  [
    'a task that goes on from one that its child did not work on',
    (event) =>
      event.type === 'task.opened' && event.data.reactivates
        ? [renamed(event, { reactivates: event.data.taskId })]
        : [event],
    /goes on from task_/,
  ],
  [
    'a task that names a child of another',
    (event) =>
      event.type === 'task.opened' && event.data.reactivates ? [renamed(event, { reactivates: undefined })] : [event],
    /was opened by 2 tasks/,
  ],
  [
    'an end that the child of a background task never came to',
    (event) => (event.type === 'task.ended' && event.data.step === 2 ? [renamed(event, { result: 'other' })] : [event]),
    /ended with another result/,
  ],
];

describe('verify, on children that go on', () => {
  test('[L7] finds nothing wrong with them', () => assert.deepEqual(findingsIn(events), []));

  for (const [name, change, words] of wrong) {
    test(`[L7] finds ${name}`, () => {
      const findings = findingsIn(events.flatMap(change)).map((finding) => finding.words);
      assert.ok(
        findings.some((found) => words.test(found)),
        findings.join('\n'),
      );
    });
  }
});

function findingsIn(changed: Event[]) {
  const rootId = changed[0]?.rootId ?? assert.fail('no events');
  const { tree, findings } = foldedTree(rootId, changed);
  return tree ? [...verifyForeign(tree)].flat() : findings;
}

function renamed(event: Event, change: object): Event {
  return { ...event, data: { ...event.data, ...change } } as Event;
}
