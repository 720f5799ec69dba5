import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, chatRequestSchema, fieldErrorsIn, localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { chatSendOf, threadIdOfChat } from './chat-request.ts';

const message = (text: string, role = 'user', id = `id-${text}`) => ({ id, role, parts: [{ type: 'text', text }] });
const first = { id: 'client-made', messages: [message('hello')], trigger: 'submit-message' };

test('[S5] a request says whether it opens, sends, answers again or edits', () => {
  const sendOf = (request: object) => chatSendOf(chatRequestSchema.parse({ ...first, ...request }));
  const longer = [message('hello'), message('hi', 'assistant'), message('more')];
  assert.equal(sendOf({}).kind, 'open');
  assert.equal(sendOf({ messages: longer }).kind, 'send');
  assert.equal(sendOf({ id: 'thr_known' }).kind, 'send');
  assert.equal(sendOf({ messages: longer, messageId: 'id-more' }).kind, 'edit');
  assert.equal(sendOf({ trigger: 'regenerate-message' }).kind, 'regenerate');
  assert.equal(sendOf({ messages: longer }).text, 'more');
  assert.equal(sendOf({ messages: longer }).ordinal, 2);
  assert.equal(sendOf({ agentId: 'agt_boss' }).agentId, 'agt_boss');
});

test('[S5] a request that cannot be read is refused', () => {
  const refused: [request: object, path: string, code: string][] = [
    [{ ...first, model: 'x' }, '', 'unrecognized_keys'],
    [{ ...first, messages: [] }, 'messages', 'too_small'],
    [{ ...first, messages: [message('hi', 'assistant')] }, 'messages', 'not-from-person'],
    [{ ...first, messages: [message('  ')] }, 'messages', 'no-text'],
    [{ ...first, messages: [{ ...message('a'), parts: [{ type: 'file', url: 'data:,' }] }] }, 'messages', 'only-text'],
    [{ ...first, id: '' }, 'id', 'too_small'],
    [{ ...first, messages: [message('x'.repeat(300_000), 'user', 'long')] }, 'messages', 'too-many-bytes'],
  ];
  for (const [request, path, code] of refused) {
    const { error } = chatRequestSchema.safeParse(request);
    const [found] = fieldErrorsIn(error ?? assert.fail('it was accepted'));
    assert.deepEqual([found?.path, found?.code], [path, code]);
    assert.doesNotMatch(found?.message ?? '', /undefined/);
  }
});

test('[S5, P1] a client-made id is the same thread each time, and another one in another workspace', () => {
  const other = workspaceIdSchema.parse('ws_other');
  assert.equal(threadIdOfChat(localWorkspaceId, 'mine'), threadIdOfChat(localWorkspaceId, 'mine'));
  assert.notEqual(threadIdOfChat(localWorkspaceId, 'mine'), threadIdOfChat(other, 'mine'));
  assert.equal(threadIdOfChat(localWorkspaceId, 'thr_known'), 'thr_known');
});

test('[A6, S5] a repeated first request opens no second chat and sends no second message', async () => {
  await using app = await openTestApp({ script: [say('hi')] });
  const sent = chatSendOf(chatRequestSchema.parse(first));
  const threadId = threadIdOfChat(localWorkspaceId, sent.chatId);
  const command = { agentId: agentIdOf('boss'), text: sent.text, threadId };
  const idempotency = sent.idempotency ?? assert.fail('no key');
  const replies = [
    await app.commands.openChat({ ...app.context(), idempotency }, command),
    await app.commands.openChat({ ...app.context(), idempotency }, command),
  ];
  assert.deepEqual(replies[0], { refusal: null, done: { threadId } });
  assert.deepEqual(replies[1], replies[0]);
  const again = await app.commands.openChat(app.context(), command);
  assert.equal(again.refusal?.code, 'thread-exists');
  const { threads } = await app.tree(threadId);
  assert.equal(threads[threadId]?.items.filter((item) => item.type === 'message').length, 2);
});
