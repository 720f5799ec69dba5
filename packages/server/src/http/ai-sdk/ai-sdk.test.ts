import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import type { UIMessage, UIMessageChunk } from 'ai';
import { DefaultChatTransport, validateUIMessages } from 'ai';
import type { Door } from '../../../../../tests/support/door.ts';
import { openDoor, threadOf } from '../../../../../tests/support/door.ts';
import { header, openChat } from '../../../../../tests/support/facts.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { asJson, lastShown } from '../../../../../tests/support/ui-client.ts';
import { byAgent, bySteps, inputsOf } from '../../models/script.ts';
import { barrier, call, callText, endless, fail, say, think, together } from '../../models/script-lines.ts';
import type { AgentPart } from './ui-message.ts';

const team = [
  agent('boss', { subAgents: ['worker', 'clerk'], tools: ['look', 'askUser'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['look', 'askUser'] }),
  agent('clerk', { tools: ['look', 'askUser'] }),
];
const look = toolFor('look', async ({ at = null }) => ({ seen: at }), { effect: 'read' });

/** Two tasks for the same agent, one of them with a task of its own; one that fails, one that waits, one that is held. */
const busy = byAgent({
  boss: bySteps(
    [
      think('Who can ', 'do that?'),
      say('I will ', 'ask.'),
      together(
        newTask('worker', 'first'),
        newTask('worker', 'second'),
        newTask('clerk', 'fails'),
        newTask('clerk', 'waits'),
        newTask('clerk', 'held'),
        newTask('nobody', 'unknown'),
        call('look', { at: 'here' }),
      ),
    ],
    [say('All ', 'heard.')],
  ),
  worker: (request) =>
    inputsOf(request)[0] === 'first'
      ? bySteps([call('look', { at: 1 }), newTask('clerk', 'below')], [succeed('one')])
      : bySteps([say('Looking. '), call('look', { at: 2 })], [succeed('two')]),
  clerk: (request) => {
    const job = inputsOf(request)[0];
    if (job === 'fails') return [call('taskResult', { result: 'no luck', status: 'error' })];
    if (job === 'waits')
      return bySteps([call('askUser', { question: 'Which?', options: ['a', 'b'] })], [succeed('asked')]);
    return job === 'held' ? [say('Wait. '), barrier('held'), succeed('late')] : [succeed('from below')];
  },
});

test('[S5] a stock client holds after the stream what it gets after a reload, part for part', async () => {
  await using house = await openHouse({ script: busy, agents: team, tools: [look], limits: { maxDepth: 2 } });
  await using door = await openDoor(house);
  house.retinue.start();
  const held = lastShown(await send(door, 'chat-1', 'go'));
  await house.model.barriers.reached('held');
  const rootId = threadOf('chat-1');
  await house.until(rootId, (_tree, view) => view.tasks.filter(({ status }) => status === 'success').length === 2);
  house.model.barriers.release('held');
  const message = onlyOf(await held);
  const reloaded = (await door.reload('chat-1')) as UIMessage[];
  assert.deepEqual(asJson(message), reloaded[1]);
  assert.deepEqual(await validateUIMessages({ messages: reloaded }), reloaded);
  assert.deepEqual(statuses(message), ['finished', 'finished', 'failed', 'waiting', 'finished', 'failed']);
  assert.equal(agents(message)[3]?.data.question?.text, 'Which?');
  assert.equal(agents(message)[0]?.data.children[0]?.text, 'from below');
});

test('[S5, S4] each delegation stands directly after the call that asked for it, under an id that stays', async () => {
  await using house = await openHouse({ script: busy, agents: team, tools: [look], limits: { maxDepth: 2 } });
  await using door = await openDoor(house);
  house.retinue.start();
  const [stream, copy] = (await send(door, 'chat-1', 'go')).tee();
  const chunks = allOf(copy);
  await house.model.barriers.reached('held');
  house.model.barriers.release('held');
  const message = onlyOf(await lastShown(stream));
  for (const [index, part] of message.parts.entries()) {
    if (part.type !== 'tool-newTask') continue;
    const next = message.parts[index + 1] as AgentPart;
    assert.equal(next.type, 'data-tool-agent');
    assert.equal(next.id, `task_${(part as unknown as { toolCallId: string }).toolCallId.slice('call_'.length)}`);
  }
  const parts = (await chunks).filter((chunk) => chunk.type === 'data-tool-agent') as unknown as AgentPart[];
  assert.equal(new Set(parts.map(({ id }) => id)).size, 6);
});

test('[S5, S3] who joins in mid-run is told the whole answer and goes on with it', async () => {
  await using house = await openHouse({ script: busy, agents: team, tools: [look], limits: { maxDepth: 2 } });
  await using door = await openDoor(house);
  house.retinue.start();
  const first = lastShown(await send(door, 'chat-1', 'go'));
  await house.model.barriers.reached('held');
  const rejoined = (await transport(door).reconnectToStream({ chatId: 'chat-1' })) ?? assert.fail('nothing under way');
  const second = lastShown(rejoined);
  house.model.barriers.release('held');
  assert.deepEqual(asJson(onlyOf(await second)), asJson(onlyOf(await first)));
  const questions = await house.log.readModels.openQuestions(localWorkspaceId);
  assert.equal(await transport(door).reconnectToStream({ chatId: 'chat-1' }), null, 'it waits for a person');
  await house.commands.answerQuestion(house.wish(), {
    questionId: questions[0]?.questionId ?? assert.fail(),
    answer: 'b',
  });
  const third = await transport(door).reconnectToStream({ chatId: 'chat-1' });
  if (third) await lastShown(third);
  await house.settled(threadOf('chat-1'));
  const reloaded = (await door.reload('chat-1')) as UIMessage[];
  assert.equal(reloaded.length, 2);
  assert.deepEqual(reloaded[1]?.parts.at(-1), { type: 'text', text: 'All heard.', state: 'done' });
  assert.equal(await transport(door).reconnectToStream({ chatId: 'chat-1' }), null);
});

test('[S5, D12] a stop ends the stream with what was seen; a client that leaves stops nothing', async () => {
  const script = byAgent({
    boss: bySteps([say('On it.'), together(newTask('worker', 'long'), newTask('clerk', 'short'))], [say('never')]),
    worker: [endless('still at it ', { everyMs: 2 })],
    clerk: [succeed('done')],
  });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  await using door = await openDoor(house);
  house.retinue.start();
  const [stream, copy] = (await send(door, 'chat-1', 'go')).tee();
  const held = lastShown(stream);
  const chunks = allOf(copy);
  const leaving = (await transport(door).reconnectToStream({ chatId: 'chat-1' })) ?? assert.fail('nothing under way');
  await leaving.cancel();
  const rootId = threadOf('chat-1');
  await house.until(rootId, (_tree, view) => view.tasks.some(({ status }) => status === 'success'));
  await house.commands.cancelThread(house.wish(), { threadId: rootId });
  const message = onlyOf(await held);
  assert.deepEqual(asJson(message), ((await door.reload('chat-1')) as UIMessage[])[1]);
  assert.deepEqual(statuses(message), ['cancelled', 'finished']);
  assert.equal((await chunks).at(-1)?.type, 'abort');
  assert.ok((await chunks).length < 40, 'the words of children are not in it');
});

test('[S5] an attempt that is tried again is replaced, a call that came to nothing goes', async () => {
  const script = byAgent({
    boss: bySteps(
      (request) =>
        request.place.attempt === 1
          ? [say('Half of it'), callText('newTask', '{"task": "la'), barrier('cut'), fail({ retryAfterMs: 1 })]
          : [say('Whole.'), callText('look', '{"__proto__": {"a": 1}, "at": "x"}')],
      [say('Done.')],
    ),
  });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  await using door = await openDoor(house);
  house.retinue.start();
  const [stream, copy] = (await send(door, 'chat-1', 'go')).tee();
  const held = lastShown(stream);
  const chunks = allOf(copy);
  await house.model.barriers.reached('cut');
  await new Promise((resolve) => setTimeout(resolve, 80));
  house.model.barriers.release('cut');
  const message = onlyOf(await held);
  assert.deepEqual(asJson(message), ((await door.reload('chat-1')) as UIMessage[])[1]);
  assert.ok((await chunks).some(({ type }) => type === 'reset-step'));
  assert.ok((await chunks).some((chunk) => chunk.type === 'data-tool-agent'));
  assert.deepEqual(agents(message), []);
});

test('[S5] a chat that fails says so', async () => {
  const script = byAgent({ boss: [say('Hm. '), fail({ message: 'no such model', retryable: false })] });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  await using door = await openDoor(house);
  house.retinue.start();
  const [stream, copy] = (await send(door, 'chat-1', 'go')).tee();
  const [message, chunks] = await Promise.all([lastShown(stream), allOf(copy)]);
  assert.deepEqual(
    chunks.slice(-2).map(({ type }) => type),
    ['finish', 'error'],
  );
  assert.deepEqual(asJson(onlyOf(message)), ((await door.reload('chat-1')) as UIMessage[])[1]);
});

test('[S5, U1] a client answers again, replaces a message, and answers what the chat itself asks', async () => {
  let answers = 0;
  const script = byAgent({
    boss: (request) => {
      const last = inputsOf(request).at(-1);
      const isAnswered = request.messages.at(-1)?.role === 'tool';
      if (last === 'ask') return isAnswered ? [say('So be it.')] : [call('askUser', { question: 'Which?' })];
      answers += 1;
      return [say(`Answer ${answers} to ${last}.`)];
    },
  });
  await using house = await openHouse({ script, agents: team, tools: [look] });
  await using door = await openDoor(house);
  house.retinue.start();
  const again = async (text: string, trigger: 'submit-message' | 'regenerate-message', messageId?: string) => {
    const known = ((await door.reload('chat-1')) as UIMessage[]).filter(({ role }) => role === 'user');
    const own: UIMessage = { id: `own-${text}-${trigger}`, role: 'user', parts: [{ type: 'text', text }] };
    const messages = messageId || trigger === 'regenerate-message' ? [...known.slice(0, -1), own] : [...known, own];
    const request = { chatId: 'chat-1', messages, trigger, messageId, abortSignal: undefined };
    const shown = onlyOf(await lastShown(await transport(door).sendMessages(request)));
    const reloaded = (await door.reload('chat-1')) as UIMessage[];
    assert.deepEqual(asJson(shown), reloaded.at(-1));
    return reloaded.map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join());
  };
  await lastShown(await send(door, 'chat-1', 'one'));
  assert.deepEqual(await again('one', 'regenerate-message'), ['one', 'Answer 2 to one.']);
  assert.deepEqual(await again('two', 'submit-message', 'chat-1-1'), ['two', 'Answer 3 to two.']);
  await again('ask', 'submit-message');
  assert.deepEqual((await again('That one', 'submit-message')).at(-1), 'So be it.');
});

test('[L20, S5] a client whose chat id is taken elsewhere is refused in words, and its next chat works', async () => {
  await using house = await openHouse({ script: [say('hi')] });
  await using door = await openDoor(house);
  house.retinue.start();
  const elsewhere = workspaceIdSchema.parse('ws_elsewhere');
  const { refusal } = await house.log.append(header('open-chat', elsewhere), [openChat(threadOf('taken'))]);
  assert.equal(refusal, null);
  const [taken, free] = await Promise.allSettled([send(door, 'taken', 'hello'), send(door, 'free', 'hello')]);
  assert.match(taken.status === 'rejected' ? String(taken.reason) : 'taken', /exists already/);
  assert.equal(free.status, 'fulfilled');
  if (free.status === 'fulfilled') await allOf(free.value);
});

function transport(door: Door): DefaultChatTransport<UIMessage> {
  return new DefaultChatTransport({ api: door.api, headers: door.headers });
}

function send(door: Door, chatId: string, text: string): Promise<ReadableStream<UIMessageChunk>> {
  const messages: UIMessage[] = [{ id: `${chatId}-1`, role: 'user', parts: [{ type: 'text', text }] }];
  const request = {
    chatId,
    messages,
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  } as const;
  return transport(door).sendMessages(request);
}

async function allOf(stream: ReadableStream<UIMessageChunk>): Promise<UIMessageChunk[]> {
  return Array.fromAsync(stream as ReadableStream<UIMessageChunk> & AsyncIterable<UIMessageChunk>);
}

function onlyOf(shown: Map<string, UIMessage>): UIMessage {
  assert.equal(shown.size, 1, [...shown.keys()].join());
  return shown.values().next().value ?? assert.fail('no message');
}

function agents(message: UIMessage): AgentPart[] {
  return message.parts.filter(({ type }) => type === 'data-tool-agent') as unknown as AgentPart[];
}

function statuses(message: UIMessage): string[] {
  return agents(message).map(({ data }) => data.status);
}
