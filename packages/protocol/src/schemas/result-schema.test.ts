import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misfitsText } from '../messages/people/field-errors/copy.ts';
import { checkResultSchema, inlineReferences } from './result-schema.ts';

const city = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

test('[D14.6] a schema that could run without end is refused with the reason', () => {
  const nested = Array.from({ length: 40 }).reduce<object>((items) => ({ items }), {});
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `d${index}`,
      index === 29 ? {} : { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );
  const bad: [schema: unknown, words: RegExp][] = [
    ['any', /must be an object/],
    [null, /must be an object/],
    [{ type: 'strng' }, /type/],
    [{ required: 'name' }, /required/],
    [{ type: 'string', pattern: '(a+)+$' }, /uses pattern/],
    [{ patternProperties: { '^(a+)+$': {} } }, /uses patternProperties/],
    [{ properties: { at: { $ref: 'https://example.org/schema' } } }, /refers to nothing/],
    [{ $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/a' } } } }, /refers to itself/],
    [{ $ref: '#/$defs/d0', $defs: doubling }, /more than 1000 parts/],
    [nested, /nested more than/],
    [{ description: 'x'.repeat(20_000) }, /characters/],
  ];
  for (const [schema, words] of bad) assert.match(misfitsText(checkResultSchema(schema) ?? 'nothing wrong'), words);
  assert.deepEqual(checkResultSchema({ type: 'string', pattern: 'a' }), [
    { path: '', code: 'unchecked-keywords', keys: ['pattern'] },
  ]);
  assert.deepEqual(checkResultSchema({ $ref: '#/$defs/a' }), [
    { path: '', code: 'unknown-reference', reference: '#/$defs/a' },
  ]);
});

test('[D14.6] a schema with its own definitions is accepted, and can stand inside another', () => {
  const schema = { type: 'array', items: { $ref: '#/$defs/city' }, $defs: { city } };
  assert.equal(checkResultSchema(schema), null);
  assert.deepEqual(inlineReferences(schema as never), { schema: { type: 'array', items: city } });
});
