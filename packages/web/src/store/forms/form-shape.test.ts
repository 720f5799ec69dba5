import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { minuteMs, number, text } from './codecs.ts';
import { checkDraft, type FormShape, placeRefusal, toDraft } from './form-shape.ts';

interface Draft {
  name: string;
  'limits.idleMs': string;
  'limits.maxSteps': string;
}

const shape: FormShape<Draft, { name: string }> = {
  fields: {
    name: text,
    'limits.idleMs': number({ unit: minuteMs, empty: null, range: 'must be up to 1 day, in minutes' }),
    'limits.maxSteps': number(),
  },
  labels: { name: 'Name', 'limits.idleMs': 'Timeout', 'limits.maxSteps': 'Steps' },
  schema: z.object({
    name: z.string().trim().min(1, 'must not be empty'),
    limits: z.object({ idleMs: z.int().max(86_400_000).nullable(), maxSteps: z.int().min(1).optional() }),
  }),
  fieldOfCode: { 'name-taken': 'name' },
};

test('[U8] a draft is read from a record by the paths of its fields, and makes a request of the same form', () => {
  const draft = toDraft(shape, { name: 'a', limits: { idleMs: 90_000 } });
  assert.deepEqual(draft, { name: 'a', 'limits.idleMs': '1.5', 'limits.maxSteps': '' });
  assert.deepEqual(checkDraft(shape, { ...draft, name: ' a ' }), { value: { name: 'a', limits: { idleMs: 90_000 } } });
});

test('[U8] problems are at their fields, in the unit of the form', () => {
  const draft = { name: '', 'limits.idleMs': '9999', 'limits.maxSteps': 'x' };
  assert.deepEqual(checkDraft(shape, draft), {
    problems: {
      name: 'Name must not be empty.',
      'limits.idleMs': 'Timeout must be up to 1 day, in minutes.',
      'limits.maxSteps': 'Steps must be a number.',
    },
  });
});

test('[U88.2] errors of the server are at their fields by path, whatever their text; others above the form', () => {
  const errors = [{ path: 'limits.maxSteps.0', code: 'custom', message: 'must not be 7' }];
  const refusal = { code: 'bad-input', message: 'name must not be read.', errors };
  assert.deepEqual(placeRefusal(shape, refusal), {
    problems: { 'limits.maxSteps': 'Steps must not be 7.' },
    message: null,
  });
  assert.deepEqual(placeRefusal(shape, { ...refusal, errors: [] }), { problems: {}, message: refusal.message });
  const unknown = { ...refusal, errors: [{ path: 'other', code: 'custom', message: 'No.' }] };
  assert.deepEqual(placeRefusal(shape, unknown), { problems: {}, message: refusal.message });
  assert.deepEqual(placeRefusal(shape, { code: 'name-taken', message: 'Taken.' }), {
    problems: { name: 'Taken.' },
    message: null,
  });
});
