import { writeFile } from 'node:fs/promises';
import type { Fact, FactFields, Misfit, Reason, ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { noFailpoints } from '../../../../packages/server/src/log/failpoints.ts';
import { packFields, typeNumber } from '../../../../packages/server/src/log/format/packing.ts';
import { GroupedLog } from '../../../../packages/server/src/log/grouped-log.ts';
import { openSqliteStore } from '../../../../packages/server/src/log/sqlite/sqlite-store.ts';
import { systemClock } from '../../../../packages/server/src/ports/runtime/clock.ts';
import { accepted } from '../../../support/apps/replies.ts';
import { endStep, header, ids, message, openChat, startStep } from '../../../support/stores/facts.ts';

/*
 * Writes events.jsonl and packed.txt of a golden log with misfits as codes and a failed hook. Run with RETINUE_DATA set. The
 * log is never made again.
 */
const { RETINUE_DATA: directory = '' } = process.env;
const store = openSqliteStore({ directory, readOnly: false, now: 1_800_000_000_000 });
const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: console.error });

const misfits: Misfit[] = [
  { path: 'rent', code: 'invalid_type', quote: 'Invalid input: expected number, received string', expected: 'number' },
  { path: 'rows.0', code: 'schema-keyword', quote: 'String is too long (20 > 9).', keyword: 'maxLength' },
  { path: '', code: 'unknown-reference', reference: '#/$defs/city' },
  { path: '', code: 'more-misfits', count: 3 },
];
const reasons: Reason[] = [
  { code: 'arguments-misfit', problem: misfits },
  { code: 'result-refused', problem: [{ path: '', code: 'not-json' }] },
  { code: 'schema-unusable', problem: [{ path: '', code: 'too-deep', max: 32 }] },
  { code: 'extension-failed', extension: 'guard', hook: 'beforeCall' },
];
const decisions: FactFields<'call.requested'>['hookDecisions'] = [
  { extension: 'first', outcome: 'amended', reason: 'More emphasis.', original: { word: 'go' } },
  {
    extension: 'guard',
    outcome: 'refused',
    reason: { code: 'extension-failed', extension: 'guard', hook: 'beforeCall' },
    original: null,
  },
];

const chat = ids.thread();
accepted(await log.append(header('open-chat'), [openChat(chat)]));
await append(chat, [startStep(await thread(chat))]);
const calls = reasons.map((error) => ({ callId: ids.call(), step: 1, error }));
const requested = { name: 'act', args: {}, effect: 'unsafe', taskId: null, subAgentThreadId: null } as const;
await append(chat, [
  endStep(
    await thread(chat),
    calls.map(({ callId }) => callId),
  ),
  ...calls.map(({ callId, step, error }): Fact => {
    const decided = error.code === 'extension-failed' ? { hookDecisions: decisions } : {};
    return { type: 'call.requested', data: { callId, step, ...requested, ...decided } };
  }),
  ...calls.map((call): Fact => ({ type: 'call.ended', data: { ...call, status: 'failed', output: null } })),
  { type: 'result.refused', data: { step: 1, problem: misfits } },
]);
await append(chat, [
  { type: 'thread.ended', data: { status: 'failed', result: '', reason: { code: 'result-misfit', problem: misfits } } },
  message('Go on.'),
]);

const events = await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1000 });
const write = (name: string, lines: string[]) => writeFile(new URL(name, import.meta.url), `${lines.join('\n')}\n`);
await write(
  'events.jsonl',
  events.map((event) => JSON.stringify(event)),
);
await write(
  'packed.txt',
  events.map(({ type, data }) => `${typeNumber(type)} ${packFields(type, data)}`),
);
await log.close();

async function append(threadId: ThreadId, facts: Fact[]): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts }]));
}

async function thread(threadId: ThreadId) {
  const found = await log.thread(localWorkspaceId, threadId);
  if (!found) throw new Error(`There is no thread ${threadId}.`);
  return found;
}
