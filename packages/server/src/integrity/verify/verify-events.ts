import { eventSchema, fold, type LogEvent, type ThreadId, type ThreadState, threadIdSchema } from '@retinue/protocol';
import { numberedTypes } from '../../log/format/packing.ts';
import { toEvent } from '../../log/format/read-event.ts';
import { numberOfThread } from '../../log/reads.ts';
import { DamagedThreadError } from '../../ports/log/damage.ts';
import type { Finding } from '../../ports/log/finding.ts';
import type { Ask } from '../../ports/log/sql.ts';

/** A chat's tree from the log: every event parsed in full, every thread folded. */
export interface VerifiedTree {
  rootId: ThreadId;
  events: LogEvent[];
  states: ReadonlyMap<ThreadId, ThreadState>;
}

/** The tree is null when some event can't be read or some thread can't be folded. */
export async function readTree(ask: Ask, rootId: string): Promise<{ tree: VerifiedTree | null; findings: Finding[] }> {
  const findings: Finding[] = [];
  const events: LogEvent[] = [];
  const root = threadIdSchema.safeParse(rootId);
  for (const row of await ask(`SELECT * FROM event WHERE root = ${numberOfThread} ORDER BY position`, [rootId])) {
    const read = readEvent(row);
    if ('problem' in read) findings.push(eventFinding(row, read.problem));
    else events.push(read.event);
  }
  if (findings.length > 0 || !root.success) return { tree: null, findings: [...findings, ...verifyOrders(events)] };
  return foldedTree(root.data, events);
}

/** Folds parsed events. The tree is null when events are missing or some thread can't be folded. */
export function foldedTree(rootId: ThreadId, events: LogEvent[]): { tree: VerifiedTree | null; findings: Finding[] } {
  const findings = verifyOrders(events);
  if (findings.length > 0) return { tree: null, findings };
  const states = new Map<ThreadId, ThreadState>();
  for (const [threadId, ofThread] of Map.groupBy(events, (event) => event.threadId)) {
    try {
      const state = fold(null, ofThread);
      if (state) states.set(threadId, state);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      findings.push({ rule: 'event', about: threadId, message: `Thread ${threadId} can't be folded: ${problem}.` });
    }
  }
  return { tree: findings.length > 0 ? null : { rootId, events, states }, findings };
}

function verifyOrders(events: readonly LogEvent[]): Finding[] {
  const byThread = Map.groupBy(events, ({ threadId }) => threadId);
  return [...byThread].flatMap(([threadId, ofThread]) => verifyOrder(threadId, ofThread));
}

function readEvent(row: Record<string, unknown>): { event: LogEvent } | { problem: string } {
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
  const message = `Event ${position} (${name}, seq ${seq} of ${threadId}) can't be read: ${problem}.`;
  return { rule: 'event', about: String(threadId), message };
}

/** Events come in the order of their positions, so the numbers of a thread must be 1, 2, 3, … */
function verifyOrder(threadId: ThreadId, events: readonly LogEvent[]): Finding[] {
  const wrong = events.findIndex((event, index) => event.seq !== index + 1);
  const event = events[wrong];
  if (!event) return [];
  const message = `Thread ${threadId} has seq ${event.seq} at position ${event.position} where ${wrong + 1} is due: events are missing or out of order.`;
  return [{ rule: 'order', about: threadId, message }];
}
