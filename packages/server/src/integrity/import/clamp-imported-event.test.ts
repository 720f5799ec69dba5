import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget, EventType, Limits, LogEvent, Usage } from '@retinue/protocol';
import { defaultApprovals, defaultLimits, eventTypes, factShapes, noUsage } from '@retinue/protocol';
import type { z } from 'zod';
import { importInto } from '../../../../../tests/support/apps/import-into.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { openExport } from '../export/export-chat.ts';
import type { ExportedChat } from '../export/exported-chat.ts';
import { clampImportedEvent } from './clamp-imported-event.ts';

const now = 1_800_000_000_000;
const highest = Number.MAX_SAFE_INTEGER;
const budget: Budget = { tokens: 500, costMicros: 500, workMs: 500, calls: 500, tasks: 500 };
const limits: Limits = { ...defaultLimits, maxTokens: 500, budget };
const bounds = { rules: { approvals: defaultApprovals }, limits, clampRights: () => ({}) };
const clamp = (event: LogEvent) => clampImportedEvent(event, bounds, now);

/** An event with the highest number that its shape allows in every place. */
function highestOf(type: EventType): LogEvent {
  const place = { position: highest, seq: 1, at: highest, workspaceId: 'ws', rootId: 'thr', threadId: 'thr' };
  const data = fill(factShapes[type]);
  return { ...place, actor: 'engine', commandId: null, type, data } as LogEvent;
}

function fill(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, fill(field)]));
    case 'array':
      return [fill(def.element)];
    case 'optional':
    case 'nullable':
      return fill(def.innerType);
    case 'union':
      return fill(def.options[0] ?? assert.fail('a union without an option'));
    case 'number':
      return (schema as z.ZodNumber).maxValue ?? highest;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'boolean':
      return true;
    case 'record':
      return {};
    case 'string':
      return 'text';
    // JSON and reasons: no count of the product is in them.
    case 'lazy':
    case 'pipe':
      return null;
    default:
      return assert.fail(`no value for a schema of the type ${def.type}`);
  }
}

/** The paths of all numbers that are higher than any valid one. */
function absurdIn(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'number') return value > now ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => absurdIn(field, [...path, name]));
}

/** Overwritten by the import itself; sent to the provider; and bounds, of which the smaller one of the tree holds. */
const harmless = /^(stagedUntil|agent\.sampling\..*|agent\.budget\..*)$/;

for (const type of eventTypes) {
  test(`[L54] no count and no time of an imported ${type} is absurd`, () => {
    const absurd = absurdIn(clamp(highestOf(type)).data).filter((path) => !harmless.test(path));
    assert.deepEqual(absurd, []);
    assert.equal(clamp(highestOf(type)).at, now);
  });
}

test('[L54] possible counts and times of an imported chat stay as they are', () => {
  const usage: Usage = { ...noUsage, inputTokens: 1e9, outputTokens: 7, costMicros: 1e9 };
  const place = { ...highestOf('step.cut'), at: now - 9 };
  const parts = [{ type: 'text', text: 'Hm.' }];
  const data = { ...place.data, parts, usage, workedMs: 1e9, retryAt: now - 1 };
  assert.deepEqual(clamp({ ...place, data } as LogEvent).data, data);
  const ended = highestOf('task.ended');
  const spent = { tokens: 1e12, costMicros: 1e12, workMs: 1e12, calls: 7, tasks: 1 };
  const task = { ...ended.data, usage: { ...usage, inputTokens: 1e12, costMicros: 1e12 }, spent };
  assert.deepEqual(clamp({ ...ended, data: task } as LogEvent).data, task);
});

test('[L54] an absurd count is unknown: no tokens, no time, and no known cost', () => {
  const usage = { ...noUsage, inputTokens: 7, outputTokens: highest, costMicros: highest };
  const cut = highestOf('step.cut');
  const data = { ...cut.data, usage, workedMs: highest, retryAt: -highest } as never;
  const clamped = clamp({ ...cut, at: now - 9, data } as LogEvent).data as Record<string, unknown>;
  assert.deepEqual([clamped.usage, clamped.workedMs, clamped.retryAt], [{ ...noUsage, inputTokens: 7 }, 0, now - 9]);
});

test('[L54] the usage of a workspace stays plausible, whatever an imported chat says', async () => {
  await using app = await openTestApp({ script: [say('Well.')], agents: [agent('boss')] });
  const { thread } = await app.run('go');
  const { workspaceId, threadId: rootId } = thread;
  const place = { workspaceId, rootId, now: Date.now() };
  const { pieces } = await openExport(app.log, place, 'json');
  const chat: ExportedChat = JSON.parse((await Array.fromAsync(pieces())).join(''));
  const last = chat.events.at(-1) ?? assert.fail('no event');
  const usage = { ...noUsage, inputTokens: highest, costMicros: highest };
  const late = { type: 'usage.recorded', data: { step: 1, attempt: 1, usage } } as const;
  const events = chat.events.map((event) =>
    event.type === 'step.ended' ? { ...event, data: { ...event.data, workedMs: highest } } : event,
  );
  const more: LogEvent = { ...last, ...late, seq: last.seq + 1, position: last.position + 1 };
  await importInto(app, JSON.stringify({ ...chat, events: [...events, more] }));
  const { days, chats } = await app.log.readModels.stats(workspaceId, {});
  assert.equal(chats.length, 2);
  for (const { tokens, workedMs, costMicros } of days) {
    assert.ok(tokens < 1000 && workedMs < 60_000, `${tokens} tokens, ${workedMs} ms`);
    assert.ok((costMicros ?? 0) < 1000, `${costMicros} micros`);
  }
});
