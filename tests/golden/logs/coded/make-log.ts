import { writeFile } from 'node:fs/promises';
import type { Fact, ThreadId } from '@retinue/protocol';
import { localWorkspaceId, noUsage, reasonSchema, reasonShapes } from '@retinue/protocol';
import type { z } from 'zod';
import { noFailpoints } from '../../../../packages/server/src/log/failpoints.ts';
import { packFields, typeNumber } from '../../../../packages/server/src/log/format/packing.ts';
import { GroupedLog } from '../../../../packages/server/src/log/grouped-log.ts';
import { openSqliteStore } from '../../../../packages/server/src/log/sqlite/sqlite-store.ts';
import { systemClock } from '../../../../packages/server/src/ports/runtime/clock.ts';
import { accepted } from '../../../support/apps/replies.ts';
import { delegateTo, endStep, header, ids, message, openChat, startStep } from '../../../support/stores/facts.ts';

/*
 * Writes events.jsonl and packed.txt of a golden log with every reason in every place. Run with RETINUE_DATA set. The log is
 * never made again: a reason that a later release adds goes to a log of its own.
 */
const { RETINUE_DATA: directory = '' } = process.env;
const store = openSqliteStore({ directory, readOnly: false, now: 1_800_000_000_000 });
const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: console.error });
const reasons = Object.entries(reasonShapes).flatMap(([code, shape]) =>
  code === 'text' ? [] : [reasonSchema.parse({ code, ...sampleOf(shape) })],
);
const [first] = reasons;
if (!first) throw new Error('There is no reason.');

await inCalls();
await inSteps();
await inTasks();
const events = await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 100_000 });
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

/** One call for each reason in a step, with a late end. */
async function inCalls(): Promise<void> {
  const chat = await open();
  await append(chat, [startStep(await thread(chat))]);
  const calls = reasons.map((error) => ({ callId: ids.call(), step: 1, error }));
  const requested = { name: 'act', args: {}, effect: 'unsafe', taskId: null, subAgentThreadId: null } as const;
  const ended = { status: 'failed', output: null } as const;
  await append(chat, [
    endStep(
      await thread(chat),
      calls.map(({ callId }) => callId),
    ),
    ...calls.map(({ callId, step }): Fact => ({ type: 'call.requested', data: { callId, step, ...requested } })),
    ...calls.map((call): Fact => ({ type: 'call.ended', data: { ...call, ...ended } })),
    ...calls.slice(0, 1).map((call): Fact => ({ type: 'call.late', data: { ...call, ...ended } })),
  ]);
}

/** One turn for each reason. */
async function inSteps(): Promise<void> {
  const chat = await open();
  for (const [index, reason] of reasons.entries()) {
    const step = index + 1;
    await append(chat, [startStep(await thread(chat))]);
    const cut = { reason: 'provider-error', message: reason, final: true, retryAt: null } as const;
    await append(chat, [
      { type: 'step.cut', data: { step, attempt: 1, ...cut, parts: [], usage: noUsage } },
      { type: 'thread.ended', data: { status: 'failed', result: '', reason } },
      message('Go on.'),
    ]);
  }
}

/** A task that ended, and a thread that goes back to it. */
async function inTasks(): Promise<void> {
  const chat = await open();
  await append(chat, [startStep(await thread(chat))]);
  const { own, children } = delegateTo(await thread(chat), 2);
  await log.append(header(), [{ threadId: chat, guard: 'exists', facts: own }, ...children]);
  const opened = own.flatMap((fact) => (fact.type === 'task.opened' ? [fact.data] : []));
  for (const [index, { callId, step, taskId, childThreadId }] of opened.entries()) {
    const reason = reasons[index] ?? first ?? null;
    if (!reason) return;
    const ending = { status: 'cancelled', result: '', reason } as const;
    const serves = { parent: { threadId: chat, callId, step, taskId }, turn: 1, ...ending, endedAt: 1 };
    await append(childThreadId, [
      { type: 'thread.cancelled', data: { reason } },
      { type: 'thread.rewound', data: { toSeq: 3, isAsked: false, serves } },
    ]);
    await append(chat, [
      { type: 'task.ended', data: { callId, step, taskId, ...ending, usage: noUsage } },
      { type: 'call.ended', data: { callId, step, status: 'cancelled', output: null, error: reason } },
    ]);
  }
}

async function open(): Promise<ThreadId> {
  const chat = ids.thread();
  await log.append(header('open-chat'), [openChat(chat), { threadId: chat, guard: 'exists', facts: [message('Go.')] }]);
  return chat;
}

async function append(threadId: ThreadId, facts: [Fact, ...Fact[]] | Fact[]): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts }]));
}

async function thread(threadId: ThreadId) {
  const found = await log.thread(localWorkspaceId, threadId);
  if (!found) throw new Error(`There is no thread ${threadId}.`);
  return found;
}

function sampleOf(shape: Record<string, z.core.$ZodType>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, sample(schema, name)]));
}

function sample(schema: z.core.$ZodType, name: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return sample(def.innerType, name);
  if (def.type === 'array') return [sample(def.element, name)];
  if (def.type === 'enum') return Object.values(def.entries)[0];
  return def.type === 'number' ? 401 : `the ${name}`;
}
