import {
  factShapes,
  fold,
  type LogEvent,
  problemsIn,
  type Refusal,
  refuse,
  type ThreadId,
  type ThreadState,
} from '@retinue/protocol';
import type { Entry, Guard, Header } from '../ports/log/event-log.ts';
import { fitsPlace, fitsShape } from './format/event-check.ts';

export interface Applied {
  events: LogEvent[];
  states: Map<ThreadId, ThreadState>;
}

/**
 * The core of both stores, without any I/O: checks every entry's guard against the current threads, gives each fact its
 * place, and folds it. A refused append has no effect, whichever entry was refused.
 */
export function applyEntries(
  header: Header,
  entries: readonly Entry[],
  place: { at: number; firstPosition: number; thread: (threadId: ThreadId) => ThreadState | null },
): Applied | Refusal {
  const states = new Map<ThreadId, ThreadState>();
  const events: LogEvent[] = [];
  for (const entry of entries) {
    const taken = states.get(entry.threadId) ?? place.thread(entry.threadId);
    const before = scoped(taken, header);
    // An id is unique in the whole store: a refusal does not reveal whose thread has it.
    const refusal = checkGuard(entry.guard, entry.threadId, entry.guard === 'new' ? taken : before);
    if (refusal) return refusal;
    const fresh = numberFacts(header, entry, before, place.at, place.firstPosition + events.length);
    for (const event of fresh) requireShape(event);
    const after = fold(before, fresh);
    if (after) states.set(entry.threadId, after);
    events.push(...fresh);
  }
  return { events, states };
}

/** To this workspace, another one's thread does not exist. */
function scoped(thread: ThreadState | null, header: Header): ThreadState | null {
  return thread?.workspaceId === header.workspaceId ? thread : null;
}

function checkGuard(guard: Guard, threadId: ThreadId, thread: ThreadState | null): Refusal | null {
  if (guard === 'new') return thread ? refuse('thread-exists', { threadId }) : null;
  if (!thread) return refuse('no-such-thread', { threadId });
  if (guard === 'exists') return null;
  if ('epoch' in guard) return thread.epoch === guard.epoch ? null : refuse('stale-epoch', { threadId });
  return thread.openCalls.some((call) => call.callId === guard.callOpen)
    ? null
    : refuse('call-closed', { callId: guard.callOpen });
}

function numberFacts(header: Header, entry: Entry, before: ThreadState | null, at: number, first: number): LogEvent[] {
  const opening = entry.facts[0];
  const rootId = before?.rootId ?? (opening?.type === 'thread.opened' ? opening.data.rootId : entry.threadId);
  return entry.facts.map((fact, index) => ({
    position: first + index,
    workspaceId: header.workspaceId,
    rootId,
    threadId: entry.threadId,
    seq: (before?.seq ?? 0) + 1 + index,
    at,
    actor: header.actor,
    commandId: header.commandId,
    ...fact,
  }));
}

/**
 * Facts are final once stored, so one that could not be read back is not stored. Throws: only a bug makes such a fact.
 */
export function requireShape({ type, data, seq, at, threadId }: LogEvent): void {
  if (!fitsPlace({ seq, at })) throw new Error(`${type} of ${threadId} has no valid place: seq ${seq}, at ${at}`);
  if (fitsShape(type, data)) return;
  const { error } = factShapes[type].safeParse(data);
  throw new Error(`${type} of ${threadId} does not fit its shape: ${error ? problemsIn(error) : 'unknown'}`);
}
