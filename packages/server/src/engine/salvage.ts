import type { Item, ThreadState } from '@retinue/protocol';
import { remainderOf } from '@retinue/protocol';
import type { Json, ModelRequest } from '../ports/model.ts';
import type { ModelPrice } from '../ports/prices.ts';
import type { Engine } from './engine.ts';
import { failThread } from './fail-thread.ts';
import { maySalvage } from './limits.ts';
import { reserve } from './price-step.ts';
import { performStep } from './take-step.ts';

/**
 * A child that has come to a limit says in one last, cheap step what it found; then its task fails with the limit as its
 * reason and these words as its partial work. At most once in a turn: one that is cut is not tried again.
 */
export async function endAtLimit(
  engine: Engine,
  thread: ThreadState,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  const price = await engine.prices.find(thread.workspaceId, thread.agent.model);
  if (!maySalvage(thread) || !canPay(thread, price)) return failThread(engine, thread, reason);
  const planned = { step: thread.steps + 1, attempt: 1, kind: 'salvage' } as const;
  const request = salvageRequest(thread, planned.step, reason);
  const reservation = reserve(thread, request, price);
  return performStep(engine, { ...planned, thread, request, reservation, price, salvages: reason }, signal);
}

/** A thread that has overdrawn its budget already may not do so once more. */
function canPay(thread: ThreadState, price: ModelPrice | null): boolean {
  const left = remainderOf(thread);
  if (!left) return true;
  return left.tokens !== 0 && left.costMicros !== 0 && (left.costMicros === null || price !== null);
}

function salvageRequest(thread: ThreadState, step: number, reason: string): ModelRequest {
  const { agent, threadId } = thread;
  return {
    model: agent.model,
    sampling: agent.sampling,
    system:
      'You tell in a few sentences what the work of an agent has come to, from the record of it and from nothing else.',
    messages: [{ role: 'user', text: `${askWords(reason)}\n\n${recordOf(thread)}` }],
    tools: [],
    toolChoice: 'none',
    maxOutputTokens: salvageTokens,
    place: { threadId, agentId: agent.agentId, step, attempt: 1, kind: 'salvage' },
  };
}

function askWords(reason: string): string {
  return `The work below had to end: ${reason} Write what was found so far, with figures and sources, and what is missing. Do not go on with the work.`;
}

/** The instruction of this turn, and as much of the end of the work as there is room for. */
function recordOf({ items, pace }: ThreadState): string {
  const asked = items.filter((item) => item.seq === pace.begunSeq).flatMap(tell);
  const work = items.filter((item) => item.seq !== pace.begunSeq).flatMap(tell);
  const shown = work.join('\n');
  const end = shown.length > mostCharacters ? `[…]${shown.slice(-mostCharacters)}` : shown;
  return `${asked.join('\n').slice(0, mostCharacters)}\n${end}`.toWellFormed();
}

function tell(item: Item): string[] {
  if (item.type === 'message') return item.from === 'system' ? [] : [`Asked: ${item.text}`];
  const said = item.parts.flatMap((part) => (part.type === 'text' ? [`Said: ${part.text}`] : []));
  const called = item.calls.map(
    (call) => `Called ${call.name}(${short(call.args)}): ${short(call.output?.value ?? call.error)}`,
  );
  return [...said, ...called];
}

function short(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > mostOfOne ? `${text.slice(0, mostOfOne)}…` : text;
}

const salvageTokens = 800;
const mostCharacters = 12_000;
const mostOfOne = 600;
