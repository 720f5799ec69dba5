import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damagedSettingSchema, factShapes, reasonShapes, refusals } from '@retinue/protocol';
import { z } from 'zod';
import { recordShapes } from '../../../packages/server/src/ports/log/record-shapes.ts';
import { deliveriesSchema } from '../../../packages/server/src/triggers/kept-webhook.ts';
import { expectNone } from '../expect-none.ts';
import { freeTexts, unusedQuotes } from './free-texts.ts';

const named = <Value>(kind: string, entries: Record<string, Value>, schemaOf: (value: Value) => z.ZodType) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${kind} ${name}`, schemaOf(value)]));

const stored = {
  ...named('refusal', refusals, ({ fields }) => z.strictObject(fields)),
  ...named('reason', reasonShapes, (fields) => z.strictObject(fields)),
  ...named<z.ZodType>('event', factShapes, (shape) => shape),
  ...named<z.ZodType>('record', recordShapes, (shape) => shape),
  'record deliveries': deliveriesSchema,
  'setting damaged': damagedSettingSchema,
};

test('[H25] no reason of a refusal, an event or a record can be any text, except quotes of others', () => {
  const places = freeTexts(stored).filter((place) => !isReason(place));
  expectNone(places.map((place) => `${place} can be any text; use a code`));
});

test('[H25] every exception for quotes of others is needed', () => {
  assert.deepEqual(unusedQuotes(stored), []);
});

test('[H25] a free text is found in every form', () => {
  const text = z.string();
  const wrong = [
    { reason: text },
    { problem: text.nullable() },
    { lastError: z.array(text).optional() },
    { disabledReason: z.preprocess((value) => value, text) },
    { message: z.union([z.strictObject({ code: text }), text]) },
    { parts: z.array(z.strictObject({ error: text })) },
    { cause: z.discriminatedUnion('code', [z.strictObject({ code: z.literal('gone'), reason: text })]) },
  ];
  for (const fields of wrong) assert.equal(freeTexts({ one: z.strictObject(fields) }).length, 1);
  const right = { reason: z.enum(['gone']), problem: z.strictObject({ code: text, quote: text }), text };
  assert.deepEqual(freeTexts({ one: z.strictObject(right) }), []);
});

/** The shapes of reasons are among the schemas themselves, so an event that holds one adds nothing. */
function isReason(place: string): boolean {
  const [, code = ''] = /\.\S+ ([\w-]+)\./.exec(place) ?? [];
  return Object.hasOwn(reasonShapes, code);
}
