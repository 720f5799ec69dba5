import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { Event } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { dispatched } from '../../../../tests/support/dispatched.ts';
import { agent, openHouse, temporaryDirectory } from '../../../../tests/support/house.ts';
import { delegating } from '../../../../tests/support/scripts.ts';
import { witnessTools } from '../../../../tests/support/witness-tools.ts';
import { byAgent, inputsOf } from '../models/script.ts';
import { call } from '../models/script-lines.ts';
import { verdictIn } from './verdict.ts';

/** A store with two approvals and a question open, which another process left. */
async function openStore(): Promise<{ directory: string; events: () => Promise<Event[]> }> {
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
  const open = () => openHouse({ script, agents, tools, directory });
  const house = await open();
  await house.run('Tell them');
  await house.stop();
  return {
    directory,
    async events() {
      await using again = await open();
      return again.log.read({ workspaceId: localWorkspaceId, after: 0, limit: 10_000 });
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
  assert.deepEqual([again.code, again.stderr], [1, `Question ${first} is closed already; nothing was changed.\n`]);
  const verdicts = (await events()).flatMap((event) =>
    event.type === 'question.answered' ? [[event.data.questionId, event.data.verdict, event.data.answer]] : [],
  );
  assert.deepEqual(verdicts, [
    [first, 'refused', 'not to them'],
    [second, 'approved', 'approved'],
  ]);
  await rm(directory, { recursive: true, force: true });
});

test('[K23] a verdict is one word, and what follows is the reason', () => {
  const read = (typed: string) => verdictIn(typed) ?? 'none';
  assert.deepEqual(read(' Approve '), { verdict: 'approved', reason: '' });
  assert.deepEqual(read('refused: wrong address'), { verdict: 'refused', reason: 'wrong address' });
  assert.deepEqual(read('refuse wrong\naddress'), { verdict: 'refused', reason: 'wrong\naddress' });
  for (const typed of ['', 'yes', 'approves', 'do not approve', '1', 'refuser'])
    assert.equal(read(typed), 'none', typed);
});
