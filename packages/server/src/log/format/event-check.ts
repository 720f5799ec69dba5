import type { EventType } from '@retinue/protocol';
import { factShapes, maxOrdinal, maxTimestamp } from '@retinue/protocol';
import type { ShapeCheck } from './check-shape.ts';
import { compileCheck } from './check-shape.ts';

/** Whether data fits the shape of its type. Cheap enough for every event that is written or read. */
export function fitsShape(type: EventType, data: unknown): boolean {
  return checks.getOrInsertComputed(type, () => compileCheck(factShapes[type]))(data);
}

const checks = new Map<EventType, ShapeCheck>();

/** Whether the place and the time of an event are valid numbers. */
export function fitsPlace({ seq, at }: { seq: unknown; at: unknown }): boolean {
  return isWithin(seq, 1, maxOrdinal) && isWithin(at, 0, maxTimestamp);
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}
