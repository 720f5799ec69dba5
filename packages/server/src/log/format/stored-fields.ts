import type { EventType } from '@retinue/protocol';
import { factShapes, fitsPlace, fitsShape, storedId } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/damage.ts';
import type { Columns } from '../../ports/sql.ts';
import { unpackFields } from './packing.ts';

/** The data of a stored event, as its shape has it. Throws a DamagedThreadError for anything else. */
export function readFields(row: Columns, type: EventType): unknown {
  const data = unpack(row, type);
  if (!fitsPlace({ seq: row.seq, at: row.at })) throw damaged(row, 'invalid');
  if (fitsShape(type, data)) return data;
  const mended = mendCounts(data);
  if (fitsShape(type, mended)) return mended;
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

function damaged(row: Columns, reason: 'invalid' | 'unreadable', cause?: unknown): DamagedThreadError {
  return new DamagedThreadError(storedId.thread(row.thread_id), Number(row.seq), reason, cause);
}

/** Earlier versions stored what a provider reported: counts beyond every bound, or none where one belongs. */
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
