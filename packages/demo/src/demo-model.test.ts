import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIdOf, createIdMaker } from '@retinue/protocol';
import type { ModelPiece, ModelRequest } from '@retinue/server/extension';
import { createDemoModel } from './demo-model.ts';

const ids = createIdMaker(
  () => 0,
  () => 0.5,
);
const offer = (name: string, description = '') => ({ name, description, effect: 'read' as const, input: {} });
const team = offer(
  'newTask',
  'Send one of:\n- agt_one · One: Looks up facts.\n- agt_two · Two: Calculates totals, ranks and trends.',
);

test('[G1] a step streams text and arguments in small pieces, ends with an estimate of its tokens, and is the same every time', async () => {
  const pieces = await collect(requestOf('Which city had the most visits in 2022?', { tools: [team] }));
  assert.deepEqual(await collect(requestOf('Which city had the most visits in 2022?', { tools: [team] })), pieces);
  const words = pieces.filter(({ type }) => type === 'text');
  assert.ok(words.length > 3);
  const written = pieces.flatMap((piece) => (piece.type === 'call-args' ? [piece.text] : [])).join('');
  const [ended] = pieces.flatMap((piece) => (piece.type === 'call-end' ? [piece] : []));
  assert.equal(written, ended?.args);
  const end = pieces.at(-1);
  assert.ok(
    end?.type === 'end' && end.finishReason === 'calls' && end.usage.inputTokens > 0 && end.usage.outputTokens > 0,
  );
});

test('[G1] an abort ends the stream between two pieces, also while it waits', async () => {
  const controller = new AbortController();
  const seen: ModelPiece[] = [];
  const slow = createDemoModel({ pieceDelayMs: 60_000 }).stream(
    requestOf('hello', { tools: [team] }),
    controller.signal,
  );
  setImmediate(() => controller.abort(new Error('stop')));
  await assert.rejects(async () => {
    for await (const piece of slow) seen.push(piece);
  }, /stop/);
  assert.deepEqual(seen, []);
});

test('[G1] the demo model tells people what it is', async () => {
  for (const text of ['hello', 'What are you?', 'thanks!']) {
    assert.match(await textOf(requestOf(text, { tools: [team] })), /demo model/);
  }
});

test('[G6] at a limit the demo model reports the calls of the record, as the engine writes them', async () => {
  const request = requestOf('Asked: visits\nCalled queryDataset({}): {"rows":[]}\nSaid: soon', { tools: [] });
  const text = await textOf({ ...request, place: { ...request.place, kind: 'salvage' } });
  assert.match(text, /^So far:\n- Called queryDataset\(\{\}\): \{"rows":\[\]\}$/);
});

test('[G2] the agent of a task is chosen by its description, as newTask lists it', async () => {
  const sent = async (text: string, tools = [team]) => {
    const calls = (await collect(requestOf(text, { tools }))).filter((piece) => piece.type === 'call-end');
    return calls.map(({ args }) => JSON.parse(args).subAgentId);
  };
  assert.deepEqual(await sent('Visits in Leeds in 2022?'), ['agt_one']);
  assert.deepEqual(await sent('Which city had the most visits in 2022?'), ['agt_two']);
  assert.deepEqual(await sent('Total visits? And PM2.5 in Oslo?'), ['agt_two', 'agt_one']);
  const special = offer(
    'newTask',
    '- agt_a · A: Looks up facts.\n- agt_b · Librarian: Looks up facts about libraries and visits.',
  );
  assert.deepEqual(await sent('Visits in Leeds in 2022?', [special]), ['agt_b']);
  assert.deepEqual(await sent('Visits in Leeds?', [offer('newTask', 'nobody')]), []);
});

test('[G6] without tools the demo model still ends in text: with the results, or saying that there are none', async () => {
  const callId = ids.call();
  const request = requestOf('Visits in Leeds in 2022?', { tools: [team], toolChoice: 'none' });
  request.messages.push(
    {
      role: 'assistant',
      parts: [{ type: 'call', callId, name: 'newTask', args: { task: 'Visits', subAgentId: 'agt_one' } }],
    },
    {
      role: 'tool',
      results: [
        { callId, name: 'newTask', value: { status: 'success', result: 'Visits (Leeds, 2022): 7' }, failed: false },
      ],
    },
    { role: 'user', text: 'You ended without saying anything. Write now.' },
  );
  assert.match(await textOf(request), /Visits \(Leeds, 2022\): 7/);
  assert.match(await textOf(requestOf('Visits in Leeds?', { tools: [] })), /and I have neither/);
});

test('[G6] a result that comes as plain text, as an error text, or late in a message is answered', async () => {
  const callId = ids.call();
  const request = requestOf('Visits in Leeds in 2022?', { tools: [team] });
  const asked = {
    role: 'assistant' as const,
    parts: [{ type: 'call' as const, callId, name: 'newTask', args: { task: 'Visits' } }],
  };
  const told = (value: string, failed: boolean): ModelRequest => ({
    ...request,
    messages: [...request.messages, asked, { role: 'tool', results: [{ callId, name: 'newTask', value, failed }] }],
  });
  assert.match(await textOf(told('Seven visits.', false)), /^Seven visits\./);
  const failed = told('The worker was lost.', true);
  assert.match(await textOf(failed), /could not answer "Visits": The worker was lost\./);
  failed.messages.push({ role: 'assistant', parts: [{ type: 'text', text: 'Sorry.' }] });
  failed.messages.push({
    role: 'user',
    text: 'Task task_1 (Visits), attempt 2, has ended: success.\nVisits (Leeds): 9',
    about: { type: 'task-ended', title: 'Visits', attempt: 2, status: 'success', result: 'Visits (Leeds): 9' },
  });
  assert.match(await textOf(failed), /^Visits \(Leeds\): 9\n/);
});

test('[G7] questions from before a stop are not answered again', async () => {
  const callId = ids.call();
  const request = requestOf('Visits in Leeds in 2022?', { tools: [team] });
  const stopped = {
    callId,
    name: 'newTask',
    value: 'Canceled before it ended.',
    failed: true,
    canceled: true,
  } as const;
  request.messages.push(
    { role: 'assistant', parts: [{ type: 'call', callId, name: 'newTask', args: { task: 'Visits' } }] },
    { role: 'tool', results: [stopped] },
    { role: 'user', text: 'hello' },
  );
  assert.match(await textOf(request), /^Hello!/);
});

test('[G1] only the beginning of a very long message is read, and no repetition in it makes reading slow', {
  timeout: 120_000,
}, async () => {
  const nasty = [
    'Norway and ',
    '(',
    '1+',
    'a ',
    'and ',
    '2019 and ',
    'A',
    '- x\n',
    'in the ',
    'compare ',
    '9',
    "Norway's ",
    'report ',
    'which data ',
    'בחיפה, ',
    'ובחיפה ',
    'מאז 2019 ',
  ];
  for (const piece of nasty) {
    const text = `Visits in ${piece.repeat(Math.ceil((256 * 1024) / piece.length))}`.slice(0, 256 * 1024 - 16);
    for (const tools of [[team], [offer('searchDatasets'), offer('calculate')]]) {
      const [whole, beginning] = [text, text.slice(0, 4_000)].map((one) => collect(requestOf(one, { tools })));
      assert.deepEqual((await whole)?.slice(0, -1), (await beginning)?.slice(0, -1), piece);
    }
  }
  assert.match(
    await textOf(requestOf('visits in Cork '.repeat(1_000), { tools: [team] })),
    /only the first 4000 characters/,
  );
});

function requestOf(text: string, rest: Pick<ModelRequest, 'tools'> & Partial<ModelRequest>): ModelRequest {
  return {
    model: { provider: 'demo', id: 'demo' },
    sampling: {},
    system: '',
    messages: [{ role: 'user', text }],
    toolChoice: 'auto',
    place: { threadId: ids.thread(), agentId: agentIdOf('lead'), step: 1, attempt: 1, kind: 'answer' },
    ...rest,
  };
}

async function collect(request: ModelRequest): Promise<ModelPiece[]> {
  return Array.fromAsync(createDemoModel().stream(request, new AbortController().signal));
}

async function textOf(request: ModelRequest): Promise<string> {
  return (await collect(request)).map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
}
