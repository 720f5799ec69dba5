import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { Limits, LogEvent } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { agent, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { delegating } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { call } from '../../../../../tests/support/scripted/script-lines.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { isAgain, problemWithVerdict, verdictIn } from '../follow/verdict.ts';

/** A store with two open approvals and an open question, left by another process. */
async function openStore(
  limits: Partial<Limits> = {},
  clock: Clock = systemClock,
): Promise<{ directory: string; events: () => Promise<LogEvent[]> }> {
  const directory = await temporaryDirectory();
  const { tools } = witnessTools();
  const agents = [agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail', 'askUser'] })];
  const script = byAgent({
    boss: delegating(['clerk', 'north'], ['clerk', 'south'], ['clerk', 'ask']),
    clerk: (request) => {
      const to = inputsOf(request)[0] ?? '';
      return to === 'ask'
        ? [call('askUser', { question: 'Which year?' })]
        : [call('mail', { to, text: 'Hi\u202E\u0007' })];
    },
  });
  const open = () => openTestApp({ script, agents, tools, directory, limits, replacements: { clock } });
  const app = await open();
  await app.run('Tell them');
  await app.stop();
  return {
    directory,
    async events() {
      await using again = await open();
      return await again.log.read({ workspaceId: localWorkspaceId, after: 0, limit: 10_000 });
    },
  };
}

test('[K23] the inbox lists kind, path and exact arguments; answer approves and refuses with a reason', async () => {
  const { directory, events } = await openStore();
  const store = { kind: 'sqlite', directory } as const;
  const listed = await dispatched(store, ['inbox']);
  assert.equal(listed.code, 0);
  assert.match(listed.stdout, /^Approval {2}clerk wants to use mail: Does mail \[approve \| refuse\]$/m);
  assert.match(listed.stdout, /^ {2}boss \(Tell them\) › clerk \(north\)$/m);
  assert.ok(listed.stdout.includes('  mail {"to":"north","text":"Hi\\u202e\\u0007"}'));
  assert.match(listed.stdout, /^Question {2}Which year\?$/m);
  const questions = (await dispatched(store, ['inbox', '--json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(questions.map(({ kind }) => kind).sort(), ['answer', 'approval', 'approval']);
  const [first, second] = questions.filter(({ kind }) => kind === 'approval').map(({ questionId }) => questionId);

  const vague = await dispatched(store, ['answer', first, 'maybe']);
  assert.deepEqual([vague.code, /Answer with "approve", or with "refuse"/.test(vague.stderr)], [2, true]);
  await dispatched(store, ['answer', first, 'refuse: not to them']);
  await dispatched(store, ['answer', second, 'approve']);
  const again = await dispatched(store, ['answer', first, 'approve']);
  assert.deepEqual([again.code, again.stderr], [1, `Question ${first} is closed. Your answer was not sent.\n`]);
  const verdicts = (await events()).flatMap((event) =>
    event.type === 'question.answered' ? [[event.data.questionId, event.data.verdict, event.data.answer]] : [],
  );
  assert.deepEqual(verdicts, [
    [first, 'refused', 'not to them'],
    [second, 'approved', 'approved'],
  ]);
  await rm(directory, { recursive: true, force: true });
});

test('[K23] a verdict is one word, and the rest is the reason', () => {
  const read = (typed: string) => verdictIn(typed) ?? 'none';
  assert.deepEqual(read(' Approve '), { verdict: 'approved', reason: '' });
  assert.deepEqual(read('refused: wrong address'), { verdict: 'refused', reason: 'wrong address' });
  assert.deepEqual(read('refuse wrong\naddress'), { verdict: 'refused', reason: 'wrong\naddress' });
  for (const typed of ['', 'yes', 'approves', 'do not approve', '1', 'refuser'])
    assert.equal(read(typed), 'none', typed);
});

test('[K23] the inbox says how long an approval can be given; a lapsed one is renewed with again, and then approved', async () => {
  const yesterday: Clock = { ...systemClock, now: () => systemClock.now() - 86_400_000 };
  const { directory, events } = await openStore({ approvalLapseMs: 3_600_000 }, yesterday);
  const store = { kind: 'sqlite', directory } as const;
  const listed = await dispatched(store, ['inbox']);
  assert.match(listed.stdout, /^ {2}has lapsed and can no longer be approved\n {2}retinue answer qst_\w+ again$/m);
  const questions = (await dispatched(store, ['inbox', '--json'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { questionId } = questions.find(({ kind }) => kind === 'approval');
  const late = await dispatched(store, ['answer', questionId, 'approve']);
  assert.deepEqual([late.code, /is too old to approve\. Nothing was approved/.test(late.stderr)], [1, true]);
  const again = await dispatched(store, ['answer', questionId, 'again']);
  assert.equal(again.code, 3);
  assert.match(again.stdout, new RegExp(`asks again \\(${questionId}\\)`));
  assert.ok(again.stderr.includes(`retinue answer ${questionId} approve`), again.stderr);
  const renewed = await dispatched(store, ['inbox']);
  assert.match(renewed.stdout, /^ {2}can be approved for another (1 h 0 min|59 min \d+ s)$/m);
  await dispatched(store, ['answer', questionId, 'approve']);
  const told = (await events()).flatMap(({ type, data }) =>
    (type === 'question.renewed' || type === 'question.answered') && data.questionId === questionId ? [type] : [],
  );
  assert.deepEqual(told, ['question.renewed', 'question.answered']);
  await rm(directory, { recursive: true, force: true });
});

test('[K23] a lapsed approval accepts again and refuse, and an attempt to approve it gets that reply', () => {
  const asked = { kind: 'approval', lapsesAt: 1000 } as const;
  const problems = (now: number) =>
    ['approve', 'refuse: no', 'again', 'yes'].map((typed) => problemWithVerdict(asked, typed, now) === null);
  assert.deepEqual(problems(999), [true, true, true, false]);
  assert.deepEqual(problems(1000), [false, true, true, false]);
  assert.equal(problemWithVerdict(asked, 'approve', 1000), 'lapsed');
  assert.deepEqual(['again', ' Again ', 'once again', ''].map(isAgain), [true, true, false, false]);
});
