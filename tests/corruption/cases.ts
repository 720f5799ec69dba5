import type { EventType } from '@retinue/protocol';
import { eventTypes, factShapes } from '@retinue/protocol';
import { packFields, typeNumber } from '../../packages/server/src/log/format/packing.ts';
import type { RecordKind } from '../../packages/server/src/ports/log/record-shapes.ts';
import { recordShapes, resetSchema } from '../../packages/server/src/ports/log/record-shapes.ts';
import { deliveriesSchema } from '../../packages/server/src/triggers/kept-webhook.ts';
import { changedAt, damages, isNewPlace, optionsIn, placesIn, sampleOf, valueAt } from './samples.ts';

/** An invalid row of the log. */
export interface DamagedEvent {
  name: string;
  type: number;
  at: number | string;
  actor: string | null;
  commandId: string | null;
  /** Made when it is read: thousands of cases have 1 MB of it. */
  readonly data: string;
  /**
   * Place of the byte in the data that is changed after the checksum was computed, from 0 to 1; without it there is no
   * checksum.
   */
  flipAt?: number;
}

/** The first byte, one in the middle and the last one. */
const flips = [0, 0.5, 1];

/** The same text with one bit of one byte changed. */
export function flipped(text: string, flipAt: number): string {
  const index = Math.round(flipAt * (text.length - 1));
  return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1);
}

const sound = { at: 1_700_000_000_000, actor: null, commandId: null };

/** Every field of every type of event, in each way; every column beside the data; and every type with a wrong checksum. */
export function eventCases(): DamagedEvent[] {
  return [...columnCases(), ...eventTypes.flatMap(flippedCases), ...eventTypes.flatMap(fieldCases)];
}

function flippedCases(type: EventType): DamagedEvent[] {
  const data = packFields(type, shown(sampleOf(factShapes[type])));
  return flips.map((flipAt) => ({
    ...sound,
    name: `${type} with a changed byte at ${flipAt}`,
    type: typeNumber(type),
    data,
    flipAt,
  }));
}

function fieldCases(type: EventType): DamagedEvent[] {
  const cases = new Map<string, DamagedEvent>();
  const first = packedSample(type, 0);
  for (let option = 0; option < optionsIn(factShapes[type]); option += 1) {
    const packed = packedSample(type, option);
    const places = placesIn(packed).filter((place) => option === 0 || isNewPlace(packed, first, place));
    for (const place of places) {
      for (const [damage, make] of Object.entries(damages)) {
        const dataOf = () => JSON.stringify(changedAt(packed, place, make(valueAt(packed, place))));
        const name = `${type} ${place.join('.')} ${damage}`;
        cases.getOrInsertComputed(damage === '1 MB' ? name : dataOf(), () => ({
          ...{ ...sound, name: `${name} (${option})`, type: typeNumber(type) },
          get data() {
            return dataOf();
          },
        }));
      }
    }
  }
  return [...cases.values()];
}

function packedSample(type: EventType, option: number): unknown {
  return JSON.parse(packFields(type, shown(sampleOf(factShapes[type], option))));
}

/** A chat that is being imported is hidden, damaged or not. */
function shown(sample: unknown): unknown {
  if (typeof sample !== 'object' || sample === null) return sample;
  return Object.fromEntries(Object.entries(sample).filter(([name]) => name !== 'stagedUntil'));
}

function columnCases(): DamagedEvent[] {
  const type = 'chat.pinned';
  const row = { ...sound, type: typeNumber(type), data: packFields(type, { isPinned: true }) };
  const odd: Record<string, Partial<DamagedEvent>> = {
    'an unknown type': { type: 99 },
    'a negative type': { type: -1 },
    'a time beyond every date': { at: '9223372036854775807' },
    'a time that no date has': { at: 9_000_000_000_000_000 },
    'a negative time': { at: -1 },
    'an actor of 1 MB': { actor: `person:${'x'.repeat(1024 * 1024)}` },
    'an actor with control characters': { actor: 'person:\u001B[31m' },
    'no actor': { actor: '' },
    'a command id of 1 MB': { commandId: 'x'.repeat(1024 * 1024) },
    'no data': { data: '' },
    'data that is cut off': { data: '[true' },
    'data that is a number': { data: '7' },
    'data that is null': { data: 'null' },
    'data with more fields': { data: '[true,1,2,3]' },
    'data with a deep tree': { data: `${'['.repeat(2000)}${']'.repeat(2000)}` },
  };
  return Object.entries(odd).map(([name, change]) => ({ ...row, name: `a row with ${name}`, ...change }));
}

export interface DamagedRecordRow {
  name: string;
  kind: RecordKind;
  id: string;
  data: string;
  flipAt?: number;
}

/** Every field of every kind of record, in each way; data that is no record at all; and every kind with a wrong checksum. */
export function recordCases(): DamagedRecordRow[] {
  return (Object.keys(recordShapes) as RecordKind[]).flatMap(casesOfKind);
}

function casesOfKind(kind: RecordKind): DamagedRecordRow[] {
  const cases: DamagedRecordRow[] = [];
  const add = (name: string, data: (id: string) => string, flipAt?: number) => {
    const id = `${prefixes[kind] ?? ''}${kind.replace('-', '')}${cases.length}`;
    const row = { name: `${kind} ${name}`, kind, id, data: data(id) };
    cases.push(flipAt === undefined ? row : { ...row, flipAt });
  };
  for (const [shape, samples] of samplesOfKind(kind).entries()) {
    for (const [option, sampled] of samples.entries()) {
      const idField = `${kind}Id`;
      const named = (id: string) => (idField in (sampled as object) ? changedAt(sampled, [idField], id) : sampled);
      const number = shape === 0 && option === 0 ? '' : ` (${shape}.${option})`;
      if (option === 0)
        for (const flipAt of flips) add(`with a changed byte at ${flipAt}${number}`, (id) => text(named(id)), flipAt);
      for (const place of placesIn(sampled).filter((at) => option === 0 || isNewPlace(sampled, samples[0], at))) {
        for (const [damage, make] of Object.entries(damages)) {
          const put = damage === 'missing' ? undefined : make(valueAt(sampled, place));
          const isOwnId = place.length === 1 && place[0] === idField;
          const of = isOwnId ? () => sampled : named;
          add(`${place.join('.')} ${damage}${number}`, (id) => text(changedAt(of(id), place, put)));
        }
      }
    }
  }
  for (const [name, data] of [
    ['cut off', '{"a'],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
  ] as const) {
    add(name, () => data);
  }
  return cases;
}

const text = (value: unknown) => JSON.stringify(value);

/** Every shape that a record of this kind may have, each as a sample for every option of its unions. */
function samplesOfKind(kind: RecordKind): unknown[][] {
  if (kind === 'set-up') return [[{ expiresAt: 1 }]];
  const shapes = kind === 'deliveries' ? [deliveriesSchema] : [recordShapes[kind]];
  return [...shapes, ...(kind === 'agent' ? [resetSchema] : [])].map((shape) =>
    Array.from({ length: optionsIn(shape) }, (_, option) => sampleOf(shape, option)),
  );
}

const prefixes: Partial<Record<RecordKind, string>> = {
  workspace: 'ws_',
  agent: 'agt_',
  provider: 'prv_',
  skill: 'skl_',
  price: 'demo ',
  webhook: 'whk_',
  deliveries: 'whk_',
};
