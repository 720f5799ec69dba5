import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import { eventSchema, fold, threadIdSchema } from '@retinue/protocol';
import { numberedTypes } from '../../log/format/packing.ts';
import { toEvent } from '../../log/format/read-event.ts';
import { numberOfThread } from '../../log/reads.ts';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { Finding } from '../../ports/finding.ts';
import type { Ask } from '../../ports/sql.ts';

/** A chat's tree as the log tells it, every event parsed in full and every thread folded. */
export interface VerifiedTree {
  rootId: ThreadId;
  events: Event[];
  byThread: ReadonlyMap<ThreadId, Event[]>;
  states: ReadonlyMap<ThreadId, ThreadState>;
}

/** The tree is null when some event can't be read or some thread can't be folded. */
export async function readTree(ask: Ask, rootId: string): Promise<{ tree: VerifiedTree | null; findings: Finding[] }> {
  const findings: Finding[] = [];
  const events: Event[] = [];
  const root = threadIdSchema.safeParse(rootId);
  for (const row of await ask(`SELECT * FROM event WHERE root = ${numberOfThread} ORDER BY position`, [rootId])) {
    const read = readEvent(row);
    if ('problem' in read) findings.push(eventFinding(row, read.problem));
    else events.push(read.event);
  }
  if (findings.length > 0 || !root.success) return { tree: null, findings: [...findings, ...verifyOrders(events)] };
  return foldedTree(root.data, events);
}

/** Of events that have been parsed: whether they are gap-free and can be folded. */
export function foldedTree(rootId: ThreadId, events: Event[]): { tree: VerifiedTree | null; findings: Finding[] } {
  const findings = verifyOrders(events);
  if (findings.length > 0) return { tree: null, findings };
  const byThread = Map.groupBy(events, ({ threadId }) => threadId);
  const folded = foldAll(byThread);
  if (folded.findings.length > 0) return { tree: null, findings: folded.findings };
  return { tree: { rootId, events, byThread, states: folded.states }, findings };
}

function verifyOrders(events: readonly Event[]): Finding[] {
  const byThread = Map.groupBy(events, ({ threadId }) => threadId);
  return [...byThread].flatMap(([threadId, ofThread]) => verifyOrder(threadId, ofThread));
}

function readEvent(row: Record<string, unknown>): { event: Event } | { problem: string } {
  try {
    const parsed = eventSchema.safeParse(toEvent(row));
    if (parsed.success) return { event: parsed.data };
    const [issue] = parsed.error.issues;
    return { problem: `${issue?.path.join('.') || 'it'}: ${issue?.message}` };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof DamagedThreadError)) return error instanceof Error ? error.message : String(error);
  const detail = error.cause instanceof Error ? error.cause.message : null;
  if (error.reason === 'checksum') return 'it is not what was written (wrong checksum)';
  if (error.reason === 'unreadable') return `its data is not JSON (${detail})`;
  if (error.reason === 'unknown-type') return 'this version does not know its type, so a newer one wrote it';
  return detail ?? error.message.replace(/\.$/, '');
}

function eventFinding(row: Record<string, unknown>, problem: string): Finding {
  const { position, thread_id: threadId, seq, type } = row;
  const name = numberedTypes[Number(type)] ?? `type ${type}`;
  const words = `Event ${position} (${name}, seq ${seq} of ${threadId}) can't be read: ${problem}.`;
  return { rule: 'event', about: String(threadId), words };
}

/** The events come in the order of their positions, so a thread's numbers must come as 1, 2, 3, … */
function verifyOrder(threadId: ThreadId, events: readonly Event[]): Finding[] {
  const wrong = events.findIndex((event, index) => event.seq !== index + 1);
  const event = events[wrong];
  if (!event) return [];
  const words = `Thread ${threadId} has seq ${event.seq} at position ${event.position} where ${wrong + 1} is due: events are missing or out of order.`;
  return [{ rule: 'order', about: threadId, words }];
}

function foldAll(byThread: ReadonlyMap<ThreadId, Event[]>): {
  states: Map<ThreadId, ThreadState>;
  findings: Finding[];
} {
  const states = new Map<ThreadId, ThreadState>();
  const findings: Finding[] = [];
  for (const [threadId, events] of byThread) {
    try {
      const state = fold(null, events);
      if (state) states.set(threadId, state);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      findings.push({ rule: 'event', about: threadId, words: `Thread ${threadId} can't be folded: ${problem}.` });
    }
  }
  return { states, findings };
}
