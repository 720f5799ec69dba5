import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { byAgent, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';
import { packFields, typeNumber } from '../../log/format/packing.ts';
import { verifyStore } from './verify.ts';

test('[L7][X18] verify finds a call that started without an approval, and none that started with one', async () => {
  const directory = await temporaryDirectory();
  const script = byAgent({ boss: (request) => (resultsOf(request).length === 0 ? [call('mail')] : [say('Done.')]) });
  const { tools } = witnessTools();
  const app = await openTestApp({ script, agents: [agent('boss', { tools: ['mail'] })], tools, directory });
  const { thread } = await app.run('go');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const { questionId, callId, step } = question ?? assert.fail('no question');
  await app.commands.answerApproval(app.context(), { questionId, verdict: 'approved', reason: '' });
  await app.until(thread.threadId, (_tree, view) => view.thread.status === 'idle');
  await app.stop();
  const store = { kind: 'sqlite', directory } as const;
  assert.deepEqual(await verifyStore(store), []);

  const database = new DatabaseSync(join(directory, 'retinue.db'));
  const changed = packFields('question.answered', { questionId, callId, step, answer: 'no', verdict: 'refused' });
  database
    .prepare('UPDATE log_event SET data = ?, checksum = NULL WHERE type = ?')
    .run(changed, typeNumber('question.answered'));
  database.close();
  const message = (await verifyStore(store)).map((finding) => finding.message);
  assert.ok(
    message.includes(`Call ${callId} was started without an approval in time (${questionId}).`),
    message.join('\n'),
  );
  await rm(directory, { recursive: true, force: true });
});
