import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { CallState, LogEvent, TaskId, ThreadId } from '@retinue/protocol';
import {
  agentIdOf,
  foldTree,
  importProblemText,
  isRefusal,
  localWorkspaceId,
  refusalText,
  taskIdSchema,
  viewTree,
} from '@retinue/protocol';
import { retinue } from '../../../../../tests/support/apps/cli.ts';
import { importInto, tryImport } from '../../../../../tests/support/apps/import-into.ts';
import { accepted, codeOf } from '../../../../../tests/support/apps/replies.ts';
import { agent, openTestApp, type TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../../tests/support/clocks/jumping-clock.ts';
import { byAgent, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { exportText } from '../../../../../tests/support/stores/export-text.ts';
import { bigResult, bigTool, richScript } from '../../../../../tests/support/stores/rich-store.ts';
import { noFailpoints } from '../../log/failpoints.ts';
import { GroupedLog } from '../../log/grouped-log.ts';
import { openStore } from '../../log/open-store.ts';
import type { Tool } from '../../ports/engine/tool.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import type { ExportedChat } from '../export/exported-chat.ts';
import { verifyStore } from '../verify/verify.ts';
import type { ImportBounds } from './import-bounds.ts';

/* Chats from files: read in slices into a hidden chat, which one append shows. */
const { stores, newDirectory } = bothStores();
const kinds = ['sqlite', 'postgres'] as const;
const workspaceId = localWorkspaceId;

let settled: ExportedChat;
let open: ExportedChat;
before(async () => {
  const app = await opened({ kind: 'sqlite', directory: await newDirectory() });
  const exported = async (name: string): Promise<ExportedChat> => {
    const { thread } = await app.run(name);
    const place = { workspaceId, rootId: thread.threadId, now: Date.now() };
    if (name === 'settled') {
      const [question] = await app.log.readModels.openQuestions(workspaceId);
      const { questionId } = question ?? assert.fail('no question');
      await app.commands.answerQuestion(app.context(), { questionId, answer: 'The year 2023' });
      await app.settled(thread.threadId);
    }
    return JSON.parse(await exportText(app.log, place, 'json'));
  };
  settled = await exported('settled');
  open = await exported('open');
  await app.stop();
});

async function opened(store: StorePlace): Promise<TestApp> {
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['big', 'askUser'] })];
  return openTestApp({ script: richScript, agents, tools: [bigTool], directory: await newDirectory(), store });
}

/** With so many notices in the chat that it takes several slices. */
function long(chat: ExportedChat, notices = 400): ExportedChat {
  const [root] = chat.events;
  assert.ok(root);
  const seq = chat.events.filter(({ threadId }) => threadId === root.rootId).length;
  const more = Array.from({ length: notices }, (_, index): LogEvent => {
    const data = {
      messageId: `msg_long${index}` as never,
      from: 'parent',
      text: `pebble ${index}`,
      taskId: null,
    } as const;
    const place = { position: 100_000 + index, seq: seq + 1 + index, threadId: root.rootId };
    return { ...root, ...place, type: 'message.received', data: { ...data, isNotice: true } };
  });
  return { ...chat, events: [...chat.events, ...more] };
}

function changed(chat: ExportedChat, change: (event: LogEvent) => object): ExportedChat {
  return { ...chat, events: chat.events.map((event) => change(structuredClone(event)) as LogEvent) };
}

const textOf = (chat: unknown) => JSON.stringify(chat);

async function outline(app: TestApp, chatId: ThreadId): Promise<unknown> {
  const tree = foldTree(null, await app.events(chatId));
  return shapeOf(tree && viewTree(tree));
}

/** The visible parts of a tree, whatever its ids and times are. */
function shapeOf(node: ReturnType<typeof viewTree>): unknown {
  if (!node) return null;
  const { thread, tasks } = node;
  return {
    title: thread.title,
    agent: thread.agent.name,
    status: thread.status,
    items: thread.items.map((item) =>
      item.type === 'message'
        ? [item.from, item.text]
        : [item.status, item.parts.map((part) => ('text' in part ? part.text : 'call')), item.calls.map(callShape)],
    ),
    tasks: tasks.map(({ task, child }) => [task.title, task.outcome?.status, task.outcome?.result, shapeOf(child)]),
  };
}

function callShape({ name, status, error }: CallState): unknown {
  return [name, status, error];
}

for (const kind of kinds) {
  describe(`imports into ${kind}`, () => {
    test('[L50] an imported chat is the same with new ids, and the store is consistent', async () => {
      const place = await stores[kind]();
      await using app = await opened(place);
      const { chatId, threads, events, stopped } = await importInto(app, textOf(long(settled)));
      assert.deepEqual([threads, events, stopped], [3, settled.events.length + 400, 0]);
      const source = foldTree(null, long(settled).events);
      assert.deepEqual(await outline(app, chatId), shapeOf(source && viewTree(source)));
      const stored = JSON.stringify(await app.events(chatId));
      const own = new Set(JSON.stringify(settled.events).match(/(?:thr|task|call|qst|msg)_[0-9a-v]{21}/g));
      assert.deepEqual(
        [...own].filter((id) => stored.includes(id)),
        [],
      );
      const [blob] = Object.keys(settled.blobs);
      assert.equal(await app.log.feed.getBlob(blob ?? ''), bigResult);
      const again = await importInto(app, textOf(long(settled)));
      assert.notEqual(again.chatId, chatId);
      await app.stop();
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[L50] a partial import is not listed, found, streamed, triggered, scheduled or included in questions', async () => {
      const place = await stores[kind]();
      await using app = await opened(place);
      app.retinue.start();
      const told: LogEvent[] = [];
      using _subscription = app.log.subscribe(({ events }) => told.push(...events));
      const text = textOf(long(open, 1000));
      let looks = 0;
      async function* source() {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += 20_000) {
          yield bytes.subarray(at, at + 20_000);
          if ((await app.log.feed.head()) === 0) continue;
          looks += 1;
          assert.deepEqual(await app.log.readModels.chats(workspaceId, { limit: 10 }), []);
          assert.deepEqual(await app.log.readModels.openQuestions(workspaceId), []);
          assert.deepEqual(await app.log.owing(Number.MAX_SAFE_INTEGER), []);
          const found = await app.retinue.search.find(workspaceId, { text: 'pebble', limit: 5, offset: 0 });
          assert.deepEqual(found.results, []);
          assert.deepEqual(await verifyStore(place), []);
        }
      }
      const imported = await tryImport(app, { text: source() });
      assert.ok(looks > 1, 'it was looked at before its end');
      assert.ok('chatId' in imported);
      assert.deepEqual(
        told.map(({ type }) => type),
        ['thread.imported'],
      );
      const listed = await app.log.readModels.chats(workspaceId, { limit: 10 });
      assert.deepEqual(
        listed.map(({ threadId, title }) => [threadId, title]),
        [[imported.chatId, 'open']],
      );
      const found = await app.retinue.search.find(workspaceId, { text: 'pebble', limit: 5, offset: 0 });
      assert.equal(found.results[0]?.chatId, imported.chatId);
      await app.stop();
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[L51] an imported chat is at rest: its open work is stopped, and the next message starts a turn', async () => {
      const place = await stores[kind]();
      await using app = await opened(place);
      const { chatId, stopped } = await importInto(app, textOf(open));
      assert.equal(stopped, 2);
      app.retinue.start();
      const { thread, tasks } = await app.view(chatId);
      assert.deepEqual([thread.status, thread.unread], ['cancelled', 0]);
      assert.ok(tasks.every(({ status }) => status === 'success' || status === 'cancelled'));
      assert.deepEqual(await app.log.owing(Number.MAX_SAFE_INTEGER), []);
      assert.equal(app.model.requests.length, 0);
      const sent = await app.commands.sendMessage(app.context(), { threadId: chatId, text: 'Go on' });
      assert.equal(sent.refusal, null);
      const after = await app.until(chatId, (_tree, { thread: root }) => root.status === 'idle');
      assert.equal(after.thread.turn, thread.turn + 1);
      await app.stop();
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[X42] a chat that was stopped when it was exported is not stopped after its import', async () => {
      const source = await opened(await stores[kind]());
      const { thread } = await source.run('open');
      const threadId = thread.threadId;
      await source.commands.stopChat(source.context(), { threadId });
      const kept = await source.commands.sendMessage(source.context(), { threadId, text: 'Later' });
      assert.equal(kept.refusal, null);
      const text = await exportText(source.log, { workspaceId, rootId: threadId, now: Date.now() }, 'json');
      await source.stop();
      const place = await stores[kind]();
      await using app = await opened(place);
      app.retinue.start();
      const { chatId } = await importInto(app, text);
      const { thread: root } = await app.view(chatId);
      assert.deepEqual([root.stoppedAt, root.status], [null, 'cancelled']);
      assert.deepEqual(await app.log.owing(Number.MAX_SAFE_INTEGER), []);
      assert.equal(app.model.requests.length, 0);
      const sent = await app.commands.sendMessage(app.context(), { threadId: chatId, text: 'Go on' });
      assert.equal(sent.refusal, null);
      const after = await app.until(
        chatId,
        (_tree, view) => view.thread.turn > root.turn && view.thread.status === 'idle',
      );
      assert.equal(after.thread.stoppedAt, null);
      await app.stop();
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[L52] the authors of an imported chat are no people here, and it says who imported it and when', async () => {
      await using app = await opened(await stores[kind]());
      const { chatId } = await importInto(app, textOf(settled));
      const events = await app.events(chatId);
      const actors = new Set(events.filter(({ type }) => type !== 'thread.imported').map(({ actor }) => actor));
      assert.deepEqual([...actors], ['imported']);
      const root = await app.log.thread(workspaceId, chatId);
      assert.deepEqual([root?.imported?.by, root?.imported?.exportedAt], ['person:owner', settled.exportedAt]);
      assert.ok((root?.imported?.at ?? 0) >= settled.exportedAt);
    });

    test('[L52] a chat that was imported before can be exported and imported again', async () => {
      const place = await stores[kind]();
      await using app = await opened(place);
      const first = await importInto(app, textOf(open));
      const text = await exportText(app.log, { workspaceId, rootId: first.chatId, now: Date.now() }, 'json');
      const second = await importInto(app, text);
      assert.deepEqual(await outline(app, second.chatId), await outline(app, first.chatId));
      assert.equal((await app.log.readModels.chats(workspaceId, { limit: 10 })).length, 2);
      await app.stop();
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[L54] an imported chat is bound by this workspace: steps, budgets, times, counts and data for its provider', async () => {
      await using app = await opened(await stores[kind]());
      const bounds = {
        maxSteps: 9,
        maxChildrenAtOnce: 2,
        maxTasksPerTurn: 5,
        maxWorkMs: 60_000,
        idleMs: 30_000,
        maxTokens: 70_000,
        maxOutputChars: 20_000,
        providerRetryMs: 1000,
        maxNoticeTurns: 1,
        compactAtTokens: 5000,
      };
      const limits = {
        ...bounds,
        budget: { tokens: 500, costMicros: null, workMs: null, calls: null, tasks: null },
      };
      await app.retinue.workspaces.change({ workspaceId }, { limits, maxDepth: 2 });
      const loose = changed(settled, (event) => {
        if (event.type === 'thread.opened') {
          event.data.agent.maxSteps = 1_000_000;
          for (const name of Object.keys(bounds)) Object.assign(event.data.limits, { [name]: 1_000_000_000 });
          event.data.limits.maxDepth = 10;
        }
        if (event.type === 'message.received' && event.data.from === 'person')
          event.data.budget = { tokens: 1e9, costMicros: null, workMs: null, calls: null, tasks: null };
        if (event.type === 'step.ended') {
          const provider = { signature: 'secret' };
          event.data.parts = event.data.parts.map((part) => ({ ...part, provider }));
          event.data.parts.unshift({ type: 'reasoning', text: 'Hm.', provider });
          event.data.usage.inputTokens = Number.MAX_SAFE_INTEGER;
        }
        return { ...event, at: event.at + 1e12 };
      });
      const { chatId } = await importInto(app, textOf(loose));
      const tree = await app.tree(chatId);
      for (const thread of Object.values(tree.threads)) {
        assert.deepEqual([thread.agent.maxSteps, thread.limits.budget?.tokens], [9, 500]);
        const { budget: _own, ...numbers } = thread.limits;
        assert.deepEqual(numbers, { ...bounds, maxDepth: 2 });
        assert.ok(thread.updatedAt <= Date.now() && thread.openedAt <= Date.now());
        assert.ok(thread.usage.inputTokens < 1e9);
      }
      assert.equal(tree.threads[chatId]?.askedBudget?.tokens, 500);
      const stored = JSON.stringify(await app.events(chatId));
      assert.ok(stored.includes('"Hm."') && !stored.includes('signature'));
    });

    test('[L50] a failure in the middle leaves nothing, and says why', async () => {
      const place = await stores[kind]();
      await using app = await opened(place);
      const broken = long(settled);
      const last = broken.events.at(-1) ?? assert.fail();
      broken.events.push({ ...last, seq: last.seq + 7 });
      const failed = await tryImport(app, textOf(broken));
      assert.match(problemIn(failed), /does not hold together: Thread thr_\w+ has seq \d+ where \d+ is due/);
      assert.ok(problemIn(failed).includes(settled.events[0]?.rootId ?? '-'), 'with the ids of the file');
      await app.stop();
      assert.equal(await rowsIn(place), 0);
    });
  });
}

/** The number of JSON values, as the reader counts them: in each event, field, field's name and blob's hash. */
function valuesIn({ events, blobs }: ExportedChat): number {
  const valuesOf = (event: LogEvent) =>
    (
      textOf(event)
        .replace(/"(?:[^"\\]|\\.)*"/g, '""')
        .match(/[[{,]/g) ?? []
    ).length;
  const names = ['format', 'version', 'exportedAt', 'events', 'blobs'].length;
  return names + 3 + events.reduce((sum, event) => sum + 1 + valuesOf(event), 0) + Object.keys(blobs).length;
}

/** The size of the largest blob, as the file holds it. */
function blobBytesIn({ blobs }: ExportedChat): number {
  return Math.max(...Object.values(blobs).map((content) => Buffer.byteLength(JSON.stringify(content)) - 2));
}

/** Why the file can't be imported. */
function problemIn(outcome: object): string {
  if (!isRefusal(outcome)) return 'imported';
  return outcome.code === 'bad-import' ? importProblemText(outcome.problem) : refusalText(outcome);
}

async function rowsIn(place: StorePlace): Promise<number> {
  const store = await openStore(place, { readOnly: true, now: 0 });
  const events = await store.reads.readStretch({ after: 0, upTo: 1e9, types: ['thread.opened'], limit: 10 });
  await store.close();
  return events.length;
}

describe('a file that is not a chat', () => {
  const twice = (chat: ExportedChat) =>
    changed(chat, (event) => {
      const text = JSON.stringify(event).replaceAll('agt_worker', 'agt_boss');
      return JSON.parse(text);
    });
  const head = '{"format":"retinue-export","version":1,"exportedAt":1,"events":';
  const event = (data: string) =>
    `${JSON.stringify(settled.events).slice(0, -1)},{"type":"call.ended","data":${data}}]`;
  const hostile: [name: string, text: () => string, message: RegExp][] = [
    ['an array of arrays', () => `[${'[],'.repeat(1e6)}[]]`, /no "format": "retinue-export"/],
    ['events that are arrays', () => `${head}[${'[],'.repeat(1e6)}[]]}`, /event 1 can't be read: type is missing/],
    [
      'one event of very many values',
      () => `${head}${event(`[${'[],'.repeat(1e6)}[]]`)}}`,
      /more than 20000 JSON values/,
    ],
    ['an event that is nested deeply', () => `${head}${event('['.repeat(1e6))}}`, /nested more than 64 levels deep/],
    ['a very long event', () => `${head}${event(`"${'x'.repeat(2e7)}"`)}}`, /a value of more than 8 MB/],
    ['a very long field', () => `{"format":"${'x'.repeat(2e6)}`, /a value of more than 1000 bytes/],
    ['an unknown field', () => `{"cake":${'[1,'.repeat(2)}`, /it has an unknown field "cake"|not JSON/],
    ['blobs before events', () => `{"format":"retinue-export","blobs":{}`, /"blobs" come before its "events"/],
    ['no UTF-8', () => `${head}["\xff`, /not JSON|not UTF-8|can't be read/],
    ['an agent twice on a path', () => textOf(twice(settled)), /has an agent twice on its path/],
  ];
  for (const [name, text, message] of hostile) {
    test(`[L53] is refused early: ${name}`, async () => {
      await using app = await opened({ kind: 'sqlite', directory: await newDirectory() });
      let read = 0;
      async function* source() {
        const bytes = Buffer.from(text());
        for (let at = 0; at < bytes.length; at += 65_536) {
          read += 65_536;
          yield bytes.subarray(at, at + 65_536);
        }
      }
      const outcome = await tryImport(app, { text: source() });
      assert.match(problemIn(outcome), message);
      assert.ok(read <= 9 * 1024 * 1024, `${read} bytes were read`);
      assert.equal(await app.log.feed.head(), 0);
    });
  }

  const counted: [bound: keyof ImportBounds, chat: () => ExportedChat, count: () => number, words: RegExp][] = [
    ['events', () => settled, () => settled.events.length, /has more than \d+ events$/],
    ['threads', () => settled, () => 3, /has more than 2 threads$/],
    ['depth', () => settled, () => 1, /has sub-agents more than 0 levels deep$/],
    ['callsPerStep', () => settled, () => 2, /has a step of more than 1 calls$/],
    ['openWork', () => open, () => 1, /has a thread with more than 0 open calls or tasks$/],
    ['nodes', () => settled, () => valuesIn(settled), /has more than \d+ JSON values$/],
    ['blobBytes', () => settled, () => blobBytesIn(settled), /has a result of more than \d+ bytes$/],
  ];
  for (const [bound, chat, count, words] of counted) {
    test(`[L53] is refused with one more than its bound: ${bound}`, async () => {
      await using app = await opened({ kind: 'sqlite', directory: await newDirectory() });
      const text = textOf(chat());
      const refused = await tryImport(app, { text, fileBounds: { [bound]: count() - 1 } });
      assert.match(problemIn(refused), words);
      assert.deepEqual(await app.log.readModels.chats(workspaceId, { limit: 10 }), []);
      assert.ok('chatId' in (await tryImport(app, { text, fileBounds: { [bound]: count() } })));
    });
  }

  for (const kind of kinds) {
    test(`[L53] is refused on ${kind} after 30 minutes, and nothing of it stays`, async () => {
      const [place, clock] = [await stores[kind](), jumpingClock()];
      const agents = [agent('boss')];
      const directory = await newDirectory();
      await using app = await openTestApp({ script: [], agents, store: place, directory, replacements: { clock } });
      const bytes = Buffer.from(textOf(long(settled)));
      async function* lasting(minutes: number) {
        yield bytes.subarray(0, bytes.length - 100);
        clock.jump(minutes * 60_000);
        yield bytes.subarray(bytes.length - 100);
      }
      const refused = await tryImport(app, { text: lasting(31) });
      assert.match(problemIn(refused), /it took more than 30 minutes$/);
      assert.ok((await app.log.feed.head()) > 0, 'slices were written');
      assert.deepEqual(await app.log.readModels.chats(workspaceId, { limit: 10 }), []);
      assert.ok('chatId' in (await tryImport(app, { text: lasting(29) })));
      await app.stop();
      assert.equal(await rowsIn(place), 3);
    });
  }

  test('[L53] is removed from PostgreSQL when it has too many threads after slices were written', async () => {
    const place = await stores.postgres();
    await using app = await opened(place);
    const child = settled.events.findIndex(({ threadId, rootId }) => threadId !== rootId);
    const [before, after] = [settled.events.slice(0, child), settled.events.slice(child)];
    const { events } = long({ ...settled, events: before });
    const refused = await tryImport(app, {
      text: textOf({ ...settled, events: [...events, ...after] }),
      fileBounds: { threads: 1 },
    });
    assert.match(problemIn(refused), /has more than 1 threads$/);
    assert.ok((await app.log.feed.head()) > 0, 'slices were written');
    await app.stop();
    assert.equal(await rowsIn(place), 0);
  });

  test('[L53] is refused when it is too large', async () => {
    await using app = await opened({ kind: 'sqlite', directory: await newDirectory() });
    const outcome = await tryImport(app, { text: [Buffer.from(textOf(long(settled)))], maxBytes: 5000 });
    assert.equal(codeOf(outcome), 'too-large');
  });

  test('[L53] does not depend on how it is cut into pieces', async () => {
    await using app = await opened({ kind: 'sqlite', directory: await newDirectory() });
    const odd = 'quote " slash \\ tab \t euro € face 😀 escaped \\u0041';
    const chat = changed(settled, (one) =>
      one.type === 'message.received' && one.data.from === 'person'
        ? { ...one, data: { ...one.data, text: odd } }
        : one,
    );
    const escaped = textOf(chat).replace(
      /[\u0080-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const [text, size] of [
      [textOf(chat), 1],
      [escaped, 7],
      [JSON.stringify({ isCopy: true, chat }, null, 2), 13],
    ] as const) {
      const bytes = Buffer.from(text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const imported = accepted(await tryImport(app, { text: pieces }));
      const { thread } = await app.view(imported.chatId);
      assert.ok(thread.items.some((item) => item.type === 'message' && item.text === odd));
    }
  });
});

test('[L50.1] an import does not change texts of people, and renames ids in texts of agents', async () => {
  await using app = await opened({ kind: 'sqlite', directory: await newDirectory() });
  const { rootId } = settled.events[0] ?? assert.fail('no event');
  const chat = changed(settled, (one) =>
    one.type === 'message.received' && (one.data.from === 'person' || one.data.from === 'parent')
      ? { ...one, data: { ...one.data, text: `See ${rootId}.` } }
      : one,
  );
  const imported = accepted(await tryImport(app, { text: [Buffer.from(textOf(chat))] }));
  const tree = await app.tree(imported.chatId);
  const messages = Object.values(tree.threads).flatMap(({ items }) => items.filter((item) => item.type === 'message'));
  const textsFrom = (from: string) => [
    ...new Set(messages.filter((item) => item.from === from).map(({ text }) => text)),
  ];
  assert.deepEqual(textsFrom('person'), [`See ${rootId}.`]);
  assert.deepEqual(textsFrom('parent'), [`See ${imported.chatId}.`]);
});

test('[L50.1] titles, reasons, answers and instructions of people stay, also in an import of an import', async () => {
  const place = { kind: 'sqlite', directory: await newDirectory() } as const;
  await using app = await openTestApp({ script: quoting, agents: team, tools: [mailTool], directory: place.directory });
  const rootId = app.retinue.ids.thread();
  const see = (what: string) => `${what}: see ${rootId}`;
  const first = { agentId: agentIdOf('boss'), text: see('Hello'), threadId: rootId };
  await app.commands.openChat(app.context(), first);
  app.retinue.start();
  const { tasks } = await app.settled(rootId);
  const questionOf = async () => (await app.log.readModels.openQuestions(workspaceId))[0]?.questionId ?? assert.fail();
  const refused = { questionId: await questionOf(), verdict: 'refused', reason: see('No') } as const;
  await app.commands.answerApproval(app.context(), refused);
  await app.settled(rootId);
  await app.commands.answerQuestion(app.context(), { questionId: await questionOf(), answer: see('Year') });
  await app.settled(rootId);
  const [task] = tasks.map((node) => node.task.taskId);
  const retry = (taskId: TaskId, instruction: string | null) =>
    app.commands.retryTask(app.context(), { taskId, instruction });
  await retry(task ?? assert.fail(), see('Again'));
  await app.settled(rootId);
  await retry(taskIdSchema.parse(`${task}_2`), null);
  await app.settled(rootId);
  const exportOf = (chatId: ThreadId) => exportText(app.log, { workspaceId, rootId: chatId, now: Date.now() }, 'json');
  const once = (await importInto(app, await exportOf(rootId))).chatId;
  const twice = (await importInto(app, await exportOf(once))).chatId;
  for (const chatId of [once, twice]) {
    // The report of a task is written for the agent, and quotes the title.
    const events = (await app.events(chatId)).filter(({ data }) => !('from' in data) || data.from !== 'task');
    const texts = JSON.stringify(events.map(({ data }) => data));
    const own = texts.match(/(Hello|No|Year|Again): see \w+/g) ?? [];
    assert.ok(own.length >= 12, `${own.length}`);
    assert.deepEqual([...new Set(own)].sort(), [see('Again'), see('Hello'), see('No'), see('Year')]);
    const ofAgents = texts.match(/Mail to \w+/g) ?? [];
    assert.ok(ofAgents.length >= 4, `${ofAgents.length}`);
    assert.deepEqual([...new Set(ofAgents)], [`Mail to ${chatId}`]);
  }
});

/** The worker needs an approval, asks and fails; later attempts fail at once. */
const quoting = byAgent({
  boss: ({ place }) =>
    place.step === 1
      ? [call('newTask', { task: `Mail to ${place.threadId}`, subAgentId: 'agt_worker' })]
      : [say('It did not work.')],
  worker: (request) => {
    const failed = [call('taskResult', { result: 'No.', status: 'error' as const })];
    if (!inputsOf(request)[0]?.startsWith('Mail')) return failed;
    return [[call('mail')], [call('askUser', { question: 'Which year?' })], failed][request.place.step - 1] ?? failed;
  },
});
const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['mail', 'askUser'] })];
const mailTool: Tool = { ...bigTool, name: 'mail', effect: 'unsafe', reach: 'outbound' };

describe('an import that is killed', { concurrency: 2 }, () => {
  for (const failpoint of [
    'before:stage-import@1',
    'after:stage-import@1',
    'after:stage-import@3',
    'before:show-import',
  ]) {
    test(`[L55] at ${failpoint} leaves nothing visible, and the rest is purged by itself`, async () => {
      const directory = await newDirectory();
      const file = join(directory, 'chat.json');
      writeFileSync(file, textOf(long(open)));
      const place: StorePlace = { kind: 'sqlite', directory: join(directory, 'store') };
      const words = ['import', file, '--data', place.directory];
      const { code } = await retinue(words, { environment: { RETINUE_FAILPOINT: failpoint } });
      assert.equal(code, null);
      const store = await openStore(place, { readOnly: false, now: 0 });
      const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
      assert.deepEqual(await log.readModels.chats(workspaceId, { limit: 10 }), []);
      assert.deepEqual(await log.readModels.openQuestions(workspaceId), []);
      assert.deepEqual(await log.owing(Number.MAX_SAFE_INTEGER), []);
      assert.deepEqual(await verifyStore(place), []);
      assert.deepEqual(await log.purge(0), [], 'an import that still runs is not purged');
      await log.purge(-2 * 3_600_000);
      await log.close();
      assert.equal(await rowsIn(place), 0);
      assert.deepEqual(await verifyStore(place), []);
      assert.equal((await retinue(words)).code, 0);
    });
  }

  test('[L55] after the append that shows it, has the whole chat', async () => {
    const directory = await newDirectory();
    const file = join(directory, 'chat.json');
    writeFileSync(file, textOf(long(open)));
    const place: StorePlace = { kind: 'sqlite', directory: join(directory, 'store') };
    const words = ['import', file, '--data', place.directory];
    await retinue(words, { environment: { RETINUE_FAILPOINT: 'after:show-import' } });
    const listed = await retinue(['list', '--json', '--data', place.directory]);
    assert.equal(JSON.parse(listed.stdout).title, 'open');
    assert.deepEqual(await verifyStore(place), []);
  });
});
