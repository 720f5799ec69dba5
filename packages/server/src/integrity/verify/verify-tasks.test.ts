import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { LogEvent } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { goOn, newTask, succeed, taskIn } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps } from '../../../../../tests/support/scripted/script.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { foldedTree } from './verify-events.ts';
import { verifyTree } from './verify-tree.ts';

/*
 * Children that serve several tasks, and tasks whose calls ended before them: every possible wrong link.
 */
const script = byAgent({
  boss: bySteps(
    [newTask('worker', 'first')],
    (request) => [goOn(taskIn(request), 'second', { background: true })],
    [say('Later.')],
    [say('Heard.')],
  ),
  worker: [succeed('done')],
});

let events: LogEvent[] = [];
before(async () => {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
  await using app = await openTestApp({ script, agents });
  const { thread } = await app.run('go');
  events = await app.events(thread.threadId);
});

type Change = (event: LogEvent) => LogEvent[];
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
    /continues task_/,
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
  test('[L7] finds no problem in them', () => assert.deepEqual(findingsIn(events), []));

  for (const [name, change, words] of wrong) {
    test(`[L7] finds ${name}`, () => {
      const findings = findingsIn(events.flatMap(change)).map((finding) => finding.message);
      assert.ok(
        findings.some((found) => words.test(found)),
        findings.join('\n'),
      );
    });
  }
});

function findingsIn(changed: LogEvent[]) {
  const rootId = changed[0]?.rootId ?? assert.fail('no events');
  const { tree, findings } = foldedTree(rootId, changed);
  return tree ? [...verifyTree(tree)].flat() : findings;
}

function renamed(event: LogEvent, change: object): LogEvent {
  return { ...event, data: { ...event.data, ...change } } as LogEvent;
}
