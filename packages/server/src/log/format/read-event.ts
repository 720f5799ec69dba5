import { type DamageReason, type EventType, factShapes, type LogEvent, storedId } from '@retinue/protocol';
import { Pauser } from '../../json/pauser.ts';
import { DamagedThreadError, type StoredEvent } from '../../ports/log/damage.ts';
import type { Columns } from '../../ports/log/sql.ts';
import { withReasons } from '../../ports/log/stored-reasons.ts';
import { isEventAsWritten } from './checksum.ts';
import { fitsPlace, fitsShape } from './event-check.ts';
import { numberedTypes, unpackFields } from './packing.ts';

/** Throws a DamagedThreadError for a row that was changed, or that is no event of a known type. */
export function toEvent(row: Columns): LogEvent {
  if (!isEventAsWritten(row)) throw damaged(row, 'checksum');
  const type = numberedTypes[Number(row.type)];
  if (!type) throw damaged(row, 'unknown-type');
  return {
    position: row.position,
    workspaceId: row.workspace_id,
    rootId: row.root_id,
    threadId: row.thread_id,
    seq: row.seq,
    type,
    at: row.at,
    actor: row.actor,
    commandId: row.command_id,
    data: readFields(row, type),
  } as LogEvent;
}

/** The row as it is stored, without any check. */
export function toStored(row: Columns): StoredEvent {
  return {
    position: Number(row.position),
    threadId: String(row.thread_id),
    seq: Number(row.seq),
    type: numberedTypes[Number(row.type)] ?? `number ${row.type}`,
    at: Number(row.at),
    actor: String(row.actor),
    commandId: row.command_id === null ? null : String(row.command_id),
    data: String(row.data),
  };
}

/** The data of a stored event, as its shape has it. Throws a DamagedThreadError for anything else. */
function readFields(row: Columns, type: EventType): unknown {
  const data = unpack(row, type);
  if (!fitsPlace({ seq: row.seq, at: row.at })) throw damaged(row, 'invalid');
  if (fitsShape(type, data)) return withReasons(type, data);
  const mended = mendCounts(data);
  if (fitsShape(type, mended)) return withReasons(type, mended);
  throw damaged(row, 'invalid', problemWith(type, data));
}

function problemWith(type: EventType, data: unknown): Error {
  const [issue] = factShapes[type].safeParse(data).error?.issues ?? [];
  return new Error(`${['data', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}

function unpack(row: Columns, type: EventType): unknown {
  try {
    return unpackFields(type, String(row.data));
  } catch (error) {
    throw damaged(row, 'unreadable', error);
  }
}

function damaged(row: Columns, reason: DamageReason, cause?: unknown): DamagedThreadError {
  return new DamagedThreadError(storedId.thread(row.thread_id), Number(row.seq), reason, cause);
}

/** Earlier versions stored the provider's counts unchecked: some beyond every bound, some missing. */
function mendCounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mendCounts);
  if (typeof value === 'number') return Number.isInteger(value) && value > maxCount ? maxCount : value;
  if (typeof value !== 'object' || value === null) return value;
  const mended = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mendCounts(field)]));
  if (countNames.some((name) => name in mended)) for (const name of countNames) mended[name] ??= 0;
  return mended;
}

const maxCount = Number.MAX_SAFE_INTEGER;
const countNames = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cachedTokens', 'estimatedTokens'];

/** Throws a DamagedThreadError for the first row that is no event. Many large ones take several turns of the event loop. */
export async function usableEvents(rows: readonly Columns[]): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  const pauser = new Pauser(sliceMs);
  for (const row of rows) {
    await pauser.pause();
    events.push(toEvent(row));
  }
  return events;
}

/** Usable events, and the reasons why the others are not. */
export interface SoundEvents {
  events: LogEvent[];
  damage: DamagedThreadError[];
}

/** A damaged event never hides the others: it is left out of the result, and reported. */
export async function soundEvents(rows: readonly Columns[], pauser = new Pauser(sliceMs)): Promise<SoundEvents> {
  const events: LogEvent[] = [];
  const damage: DamagedThreadError[] = [];
  for (const row of rows) {
    await pauser.pause();
    try {
      events.push(toEvent(row));
    } catch (error) {
      if (!(error instanceof DamagedThreadError)) throw error;
      damage.push(error);
    }
  }
  return { events, damage };
}

/**
 * As many valid events as were requested, or all that exist: a caller treats a shorter page as the last one.
 */
export async function soundPage(
  place: { after: number; limit: number; atOnce: number },
  page: (after: number, limit: number) => Promise<Columns[]>,
): Promise<SoundEvents> {
  const found: SoundEvents = { events: [], damage: [] };
  const pauser = new Pauser(sliceMs);
  let { after } = place;
  while (found.events.length < place.limit) {
    const wanted = Math.min(place.limit - found.events.length, place.atOnce);
    const rows = await page(after, wanted);
    const { events, damage } = await soundEvents(rows, pauser);
    for (const event of events) found.events.push(event);
    found.damage.push(...damage);
    if (rows.length < wanted) break;
    after = Number(rows.at(-1)?.position);
  }
  return found;
}

export const sliceMs = 20;
