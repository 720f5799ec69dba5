import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LogEvent } from '@retinue/protocol';
import { eventSchema, triggerNames } from '@retinue/protocol';
import { readGolden } from '../../../../tests/golden/logs.ts';
import { openTestApp, temporaryDirectory, wait } from '../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../tests/support/clocks/jumping-clock.ts';
import { byAgent, bySteps } from '../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../tests/support/scripted/script-lines.ts';
import { type Trigger, triggerOf, triggerShapes, typesOfTriggers } from '../ports/log/triggers.ts';
import { runHooks } from './run-hooks.ts';

const script = byAgent({
  boss: bySteps([call('newTask', { task: 'Go', subAgentId: 'agt_worker' })], [say('Done.')]),
  worker: bySteps([say('Found it.')]),
});

test('[P5.2] functions of the owner are called after the commit, with a copy, in order', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'extension.ts');
  await writeFile(
    path,
    `const told: object[] = [];
     Object.assign(globalThis, { toldByHooks: told });
     export default { name: 'teller', hooks: {
       'on-user-message': (trigger: { data: { text: string } }) => { told.push({ ...trigger }); trigger.data.text = 'changed'; },
       'on-new-task': async (trigger: object) => { told.push(trigger); },
       'on-task-completed': (trigger: object) => { told.push(trigger); },
     } };`,
  );
  await using app = await openTestApp({ script, extensions: [path] });
  const { thread } = await app.run('Begin');
  const { toldByHooks: told } = globalThis as unknown as { toldByHooks: Trigger[] };
  while (told.length < 3) await wait(5);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['on-user-message', 'on-new-task', 'on-task-completed'],
  );
  const [message] = thread.items.filter((item) => item.type === 'message' && item.from === 'person');
  assert.equal(message?.type === 'message' && message.text, 'Begin');
  await rm(directory, { recursive: true });
});

test('[P5.2] a hook that throws or hangs is reported and affects nothing else', async () => {
  const clock = jumpingClock();
  await using app = await openTestApp({ script, replacements: { clock } });
  const problems: unknown[] = [];
  const aborted: boolean[] = [];
  using _hooks = runHooks(
    {
      extension: 'mine',
      hooks: {
        'on-user-message': () => assert.fail('a bug'),
        'on-new-task': (_trigger, signal) => {
          signal.addEventListener('abort', () => aborted.push(true));
          return new Promise(() => {});
        },
      },
    },
    { log: app.log, clock, onProblem: (problem) => problems.push(problem) },
  );
  const { thread } = await app.run('Begin');
  assert.equal(thread.status, 'idle');
  while (problems.length < 1) await wait(5);
  clock.jump(10_001);
  while (problems.length < 2) await wait(5);
  const words = problems.map((problem) => (problem as Error).message);
  assert.deepEqual(words, [
    'The hook on-user-message of the extension "mine" failed.',
    'The hook on-new-task of the extension "mine" failed.',
  ]);
  assert.deepEqual(aborted, [true]);
});

test('[P5.1] a trigger follows from one event and has the documented shape; a long text is cut', async () => {
  const lines = await readGolden('first', 'events.jsonl');
  const events = lines
    .trim()
    .split('\n')
    .map((line): LogEvent => eventSchema.parse(JSON.parse(line)));
  const triggers = events.map(triggerOf);
  const made = triggers.filter((trigger) => trigger !== null);
  assert.ok(made.every(({ type }) => triggerNames.includes(type)) && made.length > 5);
  for (const [index, trigger] of triggers.entries()) {
    if (!trigger) continue;
    triggerShapes[trigger.type].parse(trigger.data);
    assert.ok(typesOfTriggers([trigger.type]).includes(events[index]?.type ?? assert.fail('no event')));
    assert.equal(trigger.position, events[index]?.position);
  }
  const said = events.find((event) => event.type === 'message.received' && event.data.from === 'person');
  if (said?.type !== 'message.received') assert.fail('nobody said anything');
  const long = triggerOf({ ...said, data: { ...said.data, text: `${'x'.repeat(32_767)}\u{1f600}` } });
  if (long?.type !== 'on-user-message') assert.fail('no trigger');
  assert.deepEqual([long.data.isCut, long.data.text], [true, `${'x'.repeat(32_767)}…`]);
});
