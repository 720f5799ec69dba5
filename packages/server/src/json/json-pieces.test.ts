import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLargeJson, jsonPieces, textPieces } from './json-pieces.ts';

const json = (value: unknown) => [...jsonPieces(value)].join('');

test('[W56] JSON in pieces is the text of JSON.stringify', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(json(value), JSON.stringify(value))));
  const long = fc.string({ unit: 'binary' }).map((text) => text.repeat(200_000 / Math.max(1, text.length)));
  const field = fc.oneof(long, fc.jsonValue(), fc.constant(undefined));
  const large = fc.oneof(long, fc.array(field), fc.dictionary(fc.string(), field));
  fc.assert(
    fc.property(large, (value) => assert.equal(json(value), JSON.stringify(value))),
    { numRuns: 200 },
  );
  for (const value of [{}, [], { a: undefined }, 'x'.repeat(100_000), [[], {}, null]])
    assert.equal(json({ value, fill: 'x'.repeat(100_000) }), JSON.stringify({ value, fill: 'x'.repeat(100_000) }));
});

test('[W56] the pieces of a large value are small, and a small value is one piece', () => {
  const values = [
    { results: Array.from({ length: 20 }, () => ({ text: '\u0001'.repeat(256 * 1024) })) },
    Array.from({ length: 500_000 }, (_, index) => index),
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field ${index}`, { index }])),
  ];
  for (const value of values) {
    assert.ok(isLargeJson(value));
    const pieces = [...jsonPieces(value)];
    // An escaped character has six.
    const longest = Math.max(...pieces.map(({ length }) => length));
    assert.ok(longest <= 8 * 64 * 1024, `${longest} characters`);
    assert.ok(pieces.length >= JSON.stringify(value).length / longest);
  }
  assert.deepEqual([...jsonPieces({ a: [1, 'b'] })], ['{"a":[1,"b"]}']);
  assert.equal(isLargeJson({ a: [1, 'b'] }), false);
});

test('[W56] a text in pieces divides no character', () => {
  const text = `x${'\u{1f600}'.repeat(100_000)}`;
  const pieces = [...textPieces(text)];
  assert.equal(pieces.join(''), text);
  assert.ok(pieces.length > 2 && pieces.every((piece) => piece.isWellFormed()));
});
