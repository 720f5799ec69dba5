import { formCopy } from './copy.ts';
import type { Codec } from './form-shape.ts';

export const minuteMs = 60_000;
const dollarMicros = 1_000_000;

export const text: Codec<string> = {
  show: (member) => (typeof member === 'string' ? member : ''),
  read: (shown) => shown,
};

/** A value that the form shows by other means than text. `absent` stands for a missing member. */
export function unchanged<Shown>(absent: Shown): Codec<Shown> {
  return {
    show: (member) => (member === undefined || member === null ? absent : (member as Shown)),
    read: (shown) => shown,
  };
}

interface NumberOptions {
  /** Number of the request's units in one unit of the form. */
  unit?: number;
  /** The member for an empty field. */
  empty?: null | undefined;
  range?: string;
}

/** A number as typed text. Invalid text stays invalid, so that the schema refuses it. */
export function number({ unit = 1, empty, range }: NumberOptions = {}): Codec<string> {
  return {
    show: (member) => (typeof member === 'number' ? String(Number((member / unit).toFixed(6))) : ''),
    read: (shown) => {
      if (shown.trim() === '') return empty;
      const value = Number(shown.trim().replace(',', '.'));
      return unit === 1 ? value : Math.round(value * unit);
    },
    range,
  };
}

/** A list as lines of text. */
export const lines: Codec<string> = {
  show: (member) => (Array.isArray(member) ? member.join('\n') : ''),
  read: (shown) => [...new Set(shown.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== ''),
};

/** JSON as typed text; empty is null. */
export function json(problemIn: (value: unknown) => string | null): Codec<string> {
  const parse = (shown: string): { value: unknown } | { problem: string } => {
    if (shown.trim() === '') return { value: null };
    try {
      return { value: JSON.parse(shown) };
    } catch (error) {
      return { problem: formCopy.notJson(error instanceof Error ? error.message : '') };
    }
  };
  return {
    show: (member) => (member === undefined || member === null ? '' : JSON.stringify(member, null, 2)),
    read: (shown) => {
      const parsed = parse(shown);
      return 'value' in parsed ? parsed.value : null;
    },
    problem: (shown) => {
      const parsed = parse(shown);
      if ('problem' in parsed) return parsed.problem;
      return parsed.value === null ? null : problemIn(parsed.value);
    },
  };
}

/** The fields of a budget whose path in the request is `path`. */
export function budgetFields<Path extends string>(path: Path, ranges: Record<'costMicros' | 'workMs', string>) {
  const count = number({ empty: null });
  const fields = {
    tokens: count,
    costMicros: number({ unit: dollarMicros, empty: null, range: ranges.costMicros }),
    workMs: number({ unit: minuteMs, empty: null, range: ranges.workMs }),
    calls: count,
    tasks: count,
  };
  const named = Object.entries(fields).map(([name, codec]) => [`${path}.${name}`, codec]);
  return Object.fromEntries(named) as Record<`${Path}.${keyof typeof fields}`, Codec<string>>;
}

export function byteLength(shown: string): number {
  return new TextEncoder().encode(shown).length;
}
