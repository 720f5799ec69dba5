import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanPieces } from './clean-pieces.ts';
import { withoutControls } from './plain-text.ts';

test('[K13][W56] a text that is cleaned in pieces is the text that is cleaned as a whole', () => {
  const unit = fc.constantFrom(...'\x1b\x9b\x9d\x9c\x07[]\\;:0m @-~a\n\u200e\ud83d\ude00', '\x1b[', '\x1b]');
  const text = fc.array(unit, { maxLength: 40 }).map((units) => units.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (whole, chars) =>
      assert.equal([...cleanPieces(whole, chars)].join(''), withoutControls(whole)),
    ),
    { numRuns: 5000 },
  );
});

test('[W56] a text without an end to its terminal sequences is cleaned in linear time', () => {
  const hostile = ['\x9d', '\x1b[', '\x1b[1;', '\x1b]\x9d', '\x1b '];
  for (const unit of hostile) {
    const text = unit.repeat(2_000_000 / unit.length);
    const { user: before } = process.threadCpuUsage();
    for (const piece of cleanPieces(text)) assert.ok(piece.length <= text.length);
    const ms = (process.threadCpuUsage().user - before) / 1000;
    assert.ok(ms < 4000, `${JSON.stringify(unit)}: ${ms.toFixed(0)} ms`);
  }
});
