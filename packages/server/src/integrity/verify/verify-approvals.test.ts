import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openHouse, temporaryDirectory } from '../../../../../tests/support/house.ts';
import { witnessTools } from '../../../../../tests/support/witness-tools.ts';
import { packFields, typeNumber } from '../../log/format/packing.ts';
import { byAgent, resultsOf } from '../../models/script.ts';
import { call, say } from '../../models/script-lines.ts';
import { verifyStore } from './verify.ts';

test('[L7][X18] verify finds a call that was begun without an approval, and none that was begun with one', async () => {
  const directory = await temporaryDirectory();
  const script = byAgent({ boss: (request) => (resultsOf(request).length === 0 ? [call('mail')] : [say('Done.')]) });
  const { tools } = witnessTools();
  const house = await openHouse({ script, agents: [agent('boss', { tools: ['mail'] })], tools, directory });
  const { thread } = await house.run('go');
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  const { questionId, callId, step } = question ?? assert.fail('no question');
  await house.commands.answerApproval(house.wish(), { questionId, verdict: 'approved', reason: '' });
  await house.until(thread.threadId, (_tree, view) => view.thread.status === 'idle');
  await house.stop();
  const store = { kind: 'sqlite', directory } as const;
  assert.deepEqual(await verifyStore(store), []);

  const database = new DatabaseSync(join(directory, 'retinue.db'));
  const changed = packFields('question.answered', { questionId, callId, step, answer: 'no', verdict: 'refused' });
  database
    .prepare('UPDATE log_event SET data = ?, checksum = NULL WHERE type = ?')
    .run(changed, typeNumber('question.answered'));
  database.close();
  const words = (await verifyStore(store)).map((finding) => finding.words);
  assert.ok(
    words.includes(`Call ${callId} was begun, but nobody approved it in time (${questionId}).`),
    words.join('\n'),
  );
  await rm(directory, { recursive: true, force: true });
});
