import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from './title-of.ts';

test('[U13] a title has no Markdown marks', () => {
  assert.equal(titleOf('## Compare **Oslo** and _Berlin_ ##'), 'Compare Oslo and Berlin');
  assert.equal(titleOf('- [ ] see [the report](https://example.org/a) for `rent`'), 'see the report for rent');
  assert.equal(titleOf('> 1. first things'), 'first things');
  assert.equal(titleOf('call snake_case_name and 2 * 3 * 4'), 'call snake_case_name and 2 * 3 * 4');
});

test('[U13] a title is the first line with text', () => {
  assert.equal(titleOf('\n\n---\n```sql\nselect 1\n```'), 'select 1');
  assert.equal(titleOf('   \n What now?\nSecond line'), 'What now?');
  assert.equal(titleOf('Count the cars.'), 'Count the cars');
  assert.equal(titleOf('And then ...'), 'And then ...');
  assert.equal(titleOf('???'), '???');
  assert.equal(titleOf(''), '');
});

test('[U13] a long line ends at the end of a sentence or of a word', () => {
  const report = 'Prepare a report on electric cars since 2019. How did the rents in Oslo, Berlin and Lisbon change?';
  assert.equal(titleOf(report), 'Prepare a report on electric cars since 2019');
  assert.equal(titleOf(`What does a flat cost in Oslo? ${'And why '.repeat(20)}`), 'What does a flat cost in Oslo?');
  const words = titleOf(
    'Please look at every single table of the catalogue, one after the other, and tell me what is in it',
  );
  assert.equal(words, 'Please look at every single table of the catalogue, one after the other, and…');
  const short = titleOf(`Hi. ${'word '.repeat(40)}`);
  assert.ok(short.startsWith('Hi. word') && short.endsWith('word…') && short.length <= 80);
});

test('[U13] no character is cut in two, in any script', () => {
  const flags = '🏳️‍🌈'.repeat(120);
  assert.equal(titleOf(flags), `${'🏳️‍🌈'.repeat(79)}…`);
  assert.equal(titleOf('蓝'.repeat(100)), `${'蓝'.repeat(79)}…`);
  assert.ok(titleOf(`a${'\u0301'.repeat(5000)}`).length <= 80);
  assert.ok(titleOf(`${'שלום עולם '.repeat(20)}`).endsWith('…'));
});
