import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import type { UIMessage, UIMessageChunk } from 'ai';
import { DefaultChatTransport, validateUIMessages } from 'ai';
import type { AiSdkServer } from '../../../../../tests/support/ai-sdk/ai-sdk-server.ts';
import { openAiSdkServer, threadOf } from '../../../../../tests/support/ai-sdk/ai-sdk-server.ts';
import { asJson, lastShown } from '../../../../../tests/support/ai-sdk/ui-client.ts';
import { accepted } from '../../../../../tests/support/apps/replies.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import {
  barrier,
  call,
  callText,
  endless,
  fail,
  say,
  think,
  together,
} from '../../../../../tests/support/scripted/script-lines.ts';
import { header, openChat } from '../../../../../tests/support/stores/facts.ts';
import type { AgentPart } from './ui-message.ts';

const team = [
  agent('boss', { subAgents: ['worker', 'clerk'], tools: ['look', 'askUser'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['look', 'askUser'] }),
  agent('clerk', { tools: ['look', 'askUser'] }),
];
const look = toolFor('look', async ({ at = null }) => ({ seen: at }), { effect: 'read' });

/**
 * Two tasks for the same agent, one of them with a task of its own; one that fails, one that waits, one that is held.
 */
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

test('[S5][S5.2] a stock client has after the stream the same parts as after a reload', async () => {
  await using app = await openTestApp({ script: busy, agents: team, tools: [look], limits: { maxDepth: 2 } });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const held = lastShown(await send(server, 'chat-1', 'go'));
  await app.model.barriers.reached('held');
  const rootId = threadOf('chat-1');
  await app.until(rootId, (_tree, view) => view.tasks.filter(({ status }) => status === 'success').length === 2);
  app.model.barriers.release('held');
  const message = onlyOf(await held);
  const reloaded = (await server.reload('chat-1')) as UIMessage[];
  assert.deepEqual(asJson(message), reloaded[1]);
  assert.deepEqual(await validateUIMessages({ messages: reloaded }), reloaded);
  assert.deepEqual(statuses(message), ['finished', 'finished', 'failed', 'waiting', 'finished', 'failed']);
  assert.equal(agents(message)[3]?.data.question?.text, 'Which?');
  assert.equal(agents(message)[0]?.data.children[0]?.text, 'from below');
});

test('[S5.1, S4] each delegation directly follows its call, under a stable id', async () => {
  await using app = await openTestApp({ script: busy, agents: team, tools: [look], limits: { maxDepth: 2 } });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const [stream, copy] = (await send(server, 'chat-1', 'go')).tee();
  const chunks = allOf(copy);
  await app.model.barriers.reached('held');
  app.model.barriers.release('held');
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

test('[S5.2, S3] a client that joins in mid-run gets the whole answer and continues with it', async () => {
  await using app = await openTestApp({ script: busy, agents: team, tools: [look], limits: { maxDepth: 2 } });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const first = lastShown(await send(server, 'chat-1', 'go'));
  await app.model.barriers.reached('held');
  const rejoined =
    (await transport(server).reconnectToStream({ chatId: 'chat-1' })) ?? assert.fail('nothing under way');
  const second = lastShown(rejoined);
  app.model.barriers.release('held');
  assert.deepEqual(asJson(onlyOf(await second)), asJson(onlyOf(await first)));
  const questions = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.equal(await transport(server).reconnectToStream({ chatId: 'chat-1' }), null, 'it waits for a person');
  await app.commands.answerQuestion(app.context(), {
    questionId: questions[0]?.questionId ?? assert.fail(),
    answer: 'b',
  });
  const third = await transport(server).reconnectToStream({ chatId: 'chat-1' });
  if (third) await lastShown(third);
  await app.settled(threadOf('chat-1'));
  const reloaded = (await server.reload('chat-1')) as UIMessage[];
  assert.equal(reloaded.length, 2);
  assert.deepEqual(reloaded[1]?.parts.at(-1), { type: 'text', text: 'All heard.', state: 'done' });
  assert.equal(await transport(server).reconnectToStream({ chatId: 'chat-1' }), null);
});

test('[S5, D12] a stop ends the stream with the visible part; a client that disconnects stops nothing', async () => {
  const script = byAgent({
    boss: bySteps([say('On it.'), together(newTask('worker', 'long'), newTask('clerk', 'short'))], [say('never')]),
    worker: [endless('still at it ', { everyMs: 2 })],
    clerk: [succeed('done')],
  });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const [stream, copy] = (await send(server, 'chat-1', 'go')).tee();
  const held = lastShown(stream);
  const chunks = allOf(copy);
  const leaving = (await transport(server).reconnectToStream({ chatId: 'chat-1' })) ?? assert.fail('nothing under way');
  await leaving.cancel();
  const rootId = threadOf('chat-1');
  await app.until(rootId, (_tree, view) => view.tasks.some(({ status }) => status === 'success'));
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  const message = onlyOf(await held);
  assert.deepEqual(asJson(message), ((await server.reload('chat-1')) as UIMessage[])[1]);
  assert.deepEqual(statuses(message), ['cancelled', 'finished']);
  assert.equal((await chunks).at(-1)?.type, 'abort');
  assert.ok((await chunks).length < 40, 'the words of children are not in it');
});

test('[S5] a retried attempt is replaced, and a dropped call disappears', async () => {
  const script = byAgent({
    boss: bySteps(
      (request) =>
        request.place.attempt === 1
          ? [say('Half of it'), callText('newTask', '{"task": "la'), barrier('cut'), fail({ retryAfterMs: 1 })]
          : [say('Whole.'), callText('look', '{"__proto__": {"a": 1}, "at": "x"}')],
      [say('Done.')],
    ),
  });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const [stream, copy] = (await send(server, 'chat-1', 'go')).tee();
  const held = lastShown(stream);
  const chunks = allOf(copy);
  await app.model.barriers.reached('cut');
  await new Promise((resolve) => setTimeout(resolve, 80));
  app.model.barriers.release('cut');
  const message = onlyOf(await held);
  assert.deepEqual(asJson(message), ((await server.reload('chat-1')) as UIMessage[])[1]);
  assert.ok((await chunks).some(({ type }) => type === 'reset-step'));
  assert.ok((await chunks).some((chunk) => chunk.type === 'data-tool-agent'));
  assert.deepEqual(agents(message), []);
});

test('[S5] a failed chat says so', async () => {
  const script = byAgent({ boss: [say('Hm. '), fail({ message: 'no such model', retryable: false })] });
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const [stream, copy] = (await send(server, 'chat-1', 'go')).tee();
  const [message, chunks] = await Promise.all([lastShown(stream), allOf(copy)]);
  assert.deepEqual(
    chunks.slice(-2).map(({ type }) => type),
    ['finish', 'error'],
  );
  assert.deepEqual(asJson(onlyOf(message)), ((await server.reload('chat-1')) as UIMessage[])[1]);
});

test("[S5, U1] a client regenerates, replaces a message, and answers the chat's own question", async () => {
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
  await using app = await openTestApp({ script, agents: team, tools: [look] });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const again = async (text: string, trigger: 'submit-message' | 'regenerate-message', messageId?: string) => {
    const known = ((await server.reload('chat-1')) as UIMessage[]).filter(({ role }) => role === 'user');
    const own: UIMessage = { id: `own-${text}-${trigger}`, role: 'user', parts: [{ type: 'text', text }] };
    const messages = messageId || trigger === 'regenerate-message' ? [...known.slice(0, -1), own] : [...known, own];
    const request = { chatId: 'chat-1', messages, trigger, messageId, abortSignal: undefined };
    const shown = onlyOf(await lastShown(await transport(server).sendMessages(request)));
    const reloaded = (await server.reload('chat-1')) as UIMessage[];
    assert.deepEqual(asJson(shown), reloaded.at(-1));
    return reloaded.map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join());
  };
  await lastShown(await send(server, 'chat-1', 'one'));
  assert.deepEqual(await again('one', 'regenerate-message'), ['one', 'Answer 2 to one.']);
  assert.deepEqual(await again('two', 'submit-message', 'chat-1-1'), ['two', 'Answer 3 to two.']);
  await again('ask', 'submit-message');
  assert.deepEqual((await again('That one', 'submit-message')).at(-1), 'So be it.');
});

test('[L20, S5] a client whose chat id is already used elsewhere is refused with the reason, and its next chat works', async () => {
  await using app = await openTestApp({ script: [say('hi')] });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  const elsewhere = workspaceIdSchema.parse('ws_elsewhere');
  accepted(await app.log.append(header('open-chat', elsewhere), [openChat(threadOf('taken'))]));
  const [taken, free] = await Promise.allSettled([send(server, 'taken', 'hello'), send(server, 'free', 'hello')]);
  assert.match(taken.status === 'rejected' ? String(taken.reason) : 'taken', /exists already/);
  assert.equal(free.status, 'fulfilled');
  if (free.status === 'fulfilled') await allOf(free.value);
});

function transport(server: AiSdkServer): DefaultChatTransport<UIMessage> {
  return new DefaultChatTransport({ api: server.api, headers: server.headers });
}

function send(server: AiSdkServer, chatId: string, text: string): Promise<ReadableStream<UIMessageChunk>> {
  const messages: UIMessage[] = [{ id: `${chatId}-1`, role: 'user', parts: [{ type: 'text', text }] }];
  const request = {
    chatId,
    messages,
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  } as const;
  return transport(server).sendMessages(request);
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
