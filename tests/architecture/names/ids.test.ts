import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTypeScript, readFiles } from '../source.ts';
import { mixedIds } from './id-kinds.ts';
import { castIds } from './ids.ts';

test('[H3] ids come from their maker, never from a cast', () => {
  const files = readFiles((path) => isTypeScript(path));
  expectNone(files.flatMap(castIds));
});

test('[H3] a cast to an id is found in every form', () => {
  const path = 'packages/server/src/engine/step/take-step.ts';
  const casts = [
    'const id = row.id as ThreadId;',
    'const id = row.id as unknown as CallId;',
    'const id = <TaskId>row.id;',
    'const ids = rows as ThreadId[];',
  ];
  for (const text of casts) assert.equal(castIds({ path, text }).length, 1, text);
});

test('[H3] the maker may cast, and other casts are ignored', () => {
  const cast = 'const id = text as ThreadId;';
  assert.deepEqual(castIds({ path: 'packages/protocol/src/ids.ts', text: cast }), []);
  const path = 'packages/server/src/log/sqlite.ts';
  assert.deepEqual(castIds({ path, text: `const row = value as Row; // ${cast}` }), []);
});

test('[H16] the name of an agent id never holds the id of a thread, nor the reverse', () => {
  const files = readFiles((path) => isTypeScript(path) || /^bench\/.*\.ts$/.test(path));
  expectNone(files.flatMap(mixedIds));
});

test('[H16] a mixed id is found in a type, a schema, a value and a pattern', () => {
  const path = 'packages/server/src/views/tasks.ts';
  const mixed = [
    'interface Place { subAgentId: ThreadId }',
    'function load(threadId: AgentId) {}',
    'const shape = { subAgentId: threadIdSchema.nullable() };',
    "const shape = { threadId: agentIdSchema.describe('x') };",
    'const shape = { subAgentIds: z.array(threadIdSchema) };',
    'const view = { subAgentId: thread.threadId };',
    'const view = { threadId: agent.agentId };',
    'const { childThreadId: subAgentId } = task;',
    "const place = { subAgentId: 'thr_absent' };",
    'const shape = { subAgentId: threadIdSchema };',
    'const subAgentId = task.childThreadId;',
  ];
  for (const text of mixed) assert.equal(mixedIds({ path, text }).length, 1, text);
});

test('[H16] ids in their own names pass', () => {
  const path = 'packages/server/src/views/tasks.ts';
  const fine = [
    'interface Place { subAgentId: AgentId; threadId: ThreadId; subAgentThreadId: ThreadId | null }',
    'const shape = { subAgentId: agentIdSchema, threadId: threadIdSchema.nullable() };',
    "const call = { subAgentId: 'agt_worker', threadId: thread.threadId };",
    'const place = { chatId: threadId, rootId: threadId };',
    'const known = { agentId: toId(threadIdSchema) };',
  ];
  for (const text of fine) assert.deepEqual(mixedIds({ path, text }), [], text);
});
