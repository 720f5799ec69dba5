import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, chatRequestSchema, localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import { openHouse } from '../../../../../tests/support/house.ts';
import { say } from '../../models/script-lines.ts';
import { chatSendOf, threadIdOfChat } from './chat-request.ts';

const message = (text: string, role = 'user', id = `id-${text}`) => ({ id, role, parts: [{ type: 'text', text }] });
const first = { id: 'client-made', messages: [message('hello')], trigger: 'submit-message' };

test('[S5] a request says whether it opens, sends, answers again or edits', () => {
  const wish = (request: object) => chatSendOf(chatRequestSchema.parse({ ...first, ...request }));
  const longer = [message('hello'), message('hi', 'assistant'), message('more')];
  assert.equal(wish({}).kind, 'open');
  assert.equal(wish({ messages: longer }).kind, 'send');
  assert.equal(wish({ id: 'thr_known' }).kind, 'send');
  assert.equal(wish({ messages: longer, messageId: 'id-more' }).kind, 'edit');
  assert.equal(wish({ trigger: 'regenerate-message' }).kind, 'regenerate');
  assert.equal(wish({ messages: longer }).text, 'more');
  assert.equal(wish({ messages: longer }).ordinal, 2);
  assert.equal(wish({ agentId: 'agt_boss' }).agentId, 'agt_boss');
});

test('[S5] what the door cannot take is refused in words', () => {
  const refused: [request: object, words: RegExp][] = [
    [{ ...first, model: 'x' }, /^Unknown field model\. The fields are: id, messages/],
    [{ ...first, messages: [] }, /no message to answer/],
    [{ ...first, messages: [message('hi', 'assistant')] }, /not from a person/],
    [{ ...first, messages: [message('  ')] }, /is empty/],
    [{ ...first, messages: [{ ...message('a'), parts: [{ type: 'file', url: 'data:,' }] }] }, /^Files cannot be sent/],
    [{ ...first, id: '' }, /no id/],
    [{ ...first, messages: [message('x'.repeat(300_000), 'user', 'long')] }, /longer than 256 KB/],
  ];
  for (const [request, words] of refused) {
    assert.match(chatRequestSchema.safeParse(request).error?.issues[0]?.message ?? 'taken', words);
  }
});

test('[S5, P1] a client-made id is the same thread each time, and another one in another workspace', () => {
  const other = workspaceIdSchema.parse('ws_other');
  assert.equal(threadIdOfChat(localWorkspaceId, 'mine'), threadIdOfChat(localWorkspaceId, 'mine'));
  assert.notEqual(threadIdOfChat(localWorkspaceId, 'mine'), threadIdOfChat(other, 'mine'));
  assert.equal(threadIdOfChat(localWorkspaceId, 'thr_known'), 'thr_known');
});

test('[A6, S5] the first request sent again opens no second chat and sends no second message', async () => {
  await using house = await openHouse({ script: [say('hi')] });
  const wish = chatSendOf(chatRequestSchema.parse(first));
  const threadId = threadIdOfChat(localWorkspaceId, wish.chatId);
  const command = { agentId: agentIdOf('boss'), text: wish.text, threadId };
  const once = wish.once ?? assert.fail('no key');
  const replies = [
    await house.commands.openChat({ ...house.wish(), once }, command),
    await house.commands.openChat({ ...house.wish(), once }, command),
  ];
  assert.deepEqual(replies[0], { refusal: null, done: { threadId } });
  assert.deepEqual(replies[1], replies[0]);
  const again = await house.commands.openChat(house.wish(), command);
  assert.equal(again.refusal?.code, 'thread-exists');
  const { threads } = await house.tree(threadId);
  assert.equal(threads[threadId]?.items.filter((item) => item.type === 'message').length, 2);
});
