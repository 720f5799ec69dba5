import { boundMisfits, misfitsIn, type RecordProblem } from '@retinue/protocol';
import { type RecordKind, recordShapes, resetSchema } from '../ports/log/record-shapes.ts';

/** Reason why the data of a record can't be used; null if it can. */
export function recordProblem(kind: string, id: string, data: unknown): RecordProblem | null {
  if (!isKnownKind(kind) || (kind === 'agent' && resetSchema.safeParse(data).success)) return null;
  const parsed = recordShapes[kind].safeParse(data);
  if (!parsed.success) return { code: 'misfit', misfits: boundMisfits(misfitsIn(parsed.error)) };
  const own = isObject(parsed.data) ? idIn(kind, parsed.data) : null;
  return own === null || own === id ? null : { code: 'other-id', id: own };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isKnownKind(kind: string): kind is RecordKind {
  return Object.hasOwn(recordShapes, kind);
}

/** The subject of a price; the id of any other record, if it has one. */
function idIn(kind: RecordKind, fields: object): string | null {
  const named = new Map(Object.entries(fields));
  if (kind === 'price') return `${named.get('provider')} ${named.get('modelId')}`;
  const own = named.get(`${kind}Id`);
  return own === undefined ? null : String(own);
}
