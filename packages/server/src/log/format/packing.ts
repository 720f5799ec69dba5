import { type EventType, eventTypes, factShapes } from '@retinue/protocol';
import type { z } from 'zod';

/*
 * The data of an event as stored on disk: JSON without the names of its fields. Shapes are final, so a field is known
 * by its place in its shape, and names and nulls would take most of the space of a long log.
 */

/** These have the numbers that they were stored with. */
const storedTypes: readonly EventType[] = [
  'thread.opened',
  'agent.changed',
  'message.received',
  'step.started',
  'step.ended',
  'step.cut',
  'call.requested',
  'call.started',
  'call.ended',
  'call.late',
  'usage.recorded',
  'task.opened',
  'task.ended',
  'question.asked',
  'question.answered',
  'thread.ended',
  'thread.cancelled',
  'thread.recovered',
  'chat.renamed',
  'chat.pinned',
  'chat.hidden',
  'chat.restored',
  'thread.rewound',
  'thread.reactivated',
  'task.backgrounded',
  'question.passed',
  'result.refused',
  'thread.compacted',
  'chat.read',
  'question.renewed',
  'question.consulted',
  'thread.imported',
  'chat.stopped',
  'chat.resumed',
];

/** A type's number is its place here: first the types above, then newer ones as they follow in `factShapes`. */
export const numberedTypes: readonly EventType[] = [
  ...storedTypes,
  ...eventTypes.filter((type) => !storedTypes.includes(type)),
];

export function typeNumber(type: EventType): number {
  return typeNumbers.get(type) ?? -1;
}

const typeNumbers = new Map(numberedTypes.map((type, number) => [type, number]));

export function packFields(type: EventType, data: unknown): string {
  return JSON.stringify(codecs[type].pack(data));
}

/** Returns data in an unexpected form unchanged, for `verify` to report. */
export function unpackFields(type: EventType, text: string): unknown {
  return codecs[type].unpack(JSON.parse(text));
}

interface Codec {
  pack(value: unknown): unknown;
  unpack(value: unknown): unknown;
}
type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;

function codecOf(schema: Schema): Codec | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return objectCodec(def.shape);
  if (def.type === 'array') return arrayCodec(codecOf(def.element));
  if (def.type === 'nullable' || def.type === 'optional') return nullableCodec(codecOf(def.innerType));
  if (def.type === 'union' && 'discriminator' in def) return unionCodec(String(def.discriminator), def.options);
  return null;
}

function objectCodec(shape: Readonly<Record<string, Schema>>): Codec {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { type } = (schema as z.core.$ZodTypes)._zod.def;
    // Any JSON may be null, too.
    const isNullable = type === 'nullable' || type === 'lazy';
    return { name, codec: codecOf(schema), isNullable, isOptional: type === 'optional' };
  });
  return {
    pack(value) {
      const packed = fields.map(({ name, codec }) => {
        const field = (value as Fields)[name] ?? null;
        return codec ? codec.pack(field) : field;
      });
      while (packed.length > 0 && packed.at(-1) === null) packed.pop();
      return packed;
    },
    unpack(value) {
      if (!Array.isArray(value) || value.length > fields.length) return value;
      const unpacked: Fields = {};
      for (const [place, { name, codec, isNullable, isOptional }] of fields.entries()) {
        const field = value[place] ?? null;
        if (field !== null) unpacked[name] = codec ? codec.unpack(field) : field;
        else if (isNullable || (place < value.length && !isOptional)) unpacked[name] = null;
      }
      return unpacked;
    },
  };
}

function arrayCodec(element: Codec | null): Codec | null {
  if (!element) return null;
  const each = (value: unknown, change: (one: unknown) => unknown) =>
    Array.isArray(value) ? value.map(change) : value;
  return { pack: (value) => each(value, element.pack), unpack: (value) => each(value, element.unpack) };
}

function nullableCodec(inner: Codec | null): Codec | null {
  if (!inner) return null;
  return {
    pack: (value) => (value === null ? null : inner.pack(value)),
    unpack: (value) => (value === null ? null : inner.unpack(value)),
  };
}

/** The first field of each option is its discriminator. */
function unionCodec(discriminator: string, options: readonly Schema[]): Codec {
  const byValue = new Map<unknown, Codec>();
  for (const option of options) {
    const { shape } = (option as z.core.$ZodObject)._zod.def;
    const literal = (shape[discriminator] as z.core.$ZodLiteral)._zod.def.values[0];
    if (Object.keys(shape)[0] !== discriminator) throw new Error(`${discriminator} must come first in ${literal}`);
    byValue.set(literal, objectCodec(shape));
  }
  return {
    pack: (value) => byValue.get((value as Fields)[discriminator])?.pack(value),
    unpack: (value) => (Array.isArray(value) && byValue.get(value[0])?.unpack(value)) || value,
  };
}

const codecs = Object.fromEntries(
  Object.entries(factShapes).map(([type, shape]) => [type, objectCodec(shape.def.shape)]),
) as Record<EventType, Codec>;
