import type { ShapeCheck } from '../schemas/check-shape.ts';
import { compileCheck } from '../schemas/check-shape.ts';
import { maxOrdinal, maxTimestamp } from '../schemas/numbers.ts';
import type { EventType } from './events.ts';
import { factShapes } from './events.ts';

/** Whether data fits the shape of its type. Cheap enough for every event that is written or read. */
export function fitsShape(type: EventType, data: unknown): boolean {
  return checks.getOrInsertComputed(type, () => compileCheck(factShapes[type]))(data);
}

const checks = new Map<EventType, ShapeCheck>();

/** Whether the place and the time of an event are numbers that can be counted on. */
export function fitsPlace({ seq, at }: { seq: unknown; at: unknown }): boolean {
  return isWithin(seq, 1, maxOrdinal) && isWithin(at, 0, maxTimestamp);
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}
