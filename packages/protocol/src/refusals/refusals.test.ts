import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { fieldErrorText, misfitsText } from '../messages/people/field-errors/copy.ts';
import { refusalText } from '../messages/people/refusals/copy.ts';
import { fieldErrorsIn, misfitsIn, quotedMisfitsIn } from './field-errors.ts';
import { isRefusal, refuse, statusOf } from './refusals.ts';

test('[W79] a refusal is its code with the fields of that code, and no document is one', () => {
  const refusal = refuse('no-such-tool', { names: ['fly'], known: ['look'] });
  assert.deepEqual(
    { ...JSON.parse(JSON.stringify(refusal)) },
    { code: 'no-such-tool', names: ['fly'], known: ['look'] },
  );
  assert.equal(statusOf(refusal), 400);
  assert.equal(refusalText(refusal), 'Tool fly does not exist. Choose from: look.');
  assert.ok(isRefusal(refusal) && !isRefusal(JSON.parse(JSON.stringify(refusal))));
  assert.ok(!isRefusal({ code: 'no-such-tool' }) && !isRefusal(null) && !isRefusal('no-such-tool'));
});

test('[U88.2] a wrong member has a code with its fields, whose text follows the name of the member', () => {
  const schema = z.strictObject({
    name: z.string().min(1),
    steps: z.int().max(9),
    icon: z.string().regex(/^i/, 'icon'),
    url: z.string().refine(() => false, { message: 'only-text', params: { type: 'file' } }),
    own: z.string().refine(() => false, 'must be odd'),
  });
  const { error } = schema.safeParse({ name: '', steps: 10, icon: 'x', url: '', own: '', more: 1 });
  const found = fieldErrorsIn(error ?? assert.fail('it was accepted'));
  assert.deepEqual(
    found.map(({ path, code, message }) => [path, code, message]),
    [
      ['name', 'too_small', 'must not be empty'],
      ['steps', 'too_big', 'must be at most 9'],
      ['icon', 'icon', 'must be the name of an icon, such as book-open'],
      ['url', 'only-text', 'must end with a message of text only, not "file"'],
      ['own', 'custom', 'must be odd'],
      ['', 'unrecognized_keys', 'must not have more'],
    ],
  );
  assert.equal(found[1]?.maximum, 9);
  assert.equal(fieldErrorText({ code: 'of-a-later-version', message: 'must be new' }), 'must be new');
});

test('[U88.2] misfits have the same texts, and quote the texts of other validators', () => {
  const schema = z.strictObject({ name: z.string().min(1), link: z.url(), dice: z.int({ error: 'Take two dice.' }) });
  const { error = assert.fail('it was accepted') } = schema.safeParse({ name: '', link: 'x', dice: 'two' });
  assert.deepEqual(misfitsIn(error), [
    { path: 'name', code: 'too_small', origin: 'string', minimum: 1 },
    { path: 'link', code: 'invalid_format', quote: 'Invalid URL', format: 'url' },
    { path: 'dice', code: 'invalid_type', expected: 'number' },
  ]);
  assert.equal(misfitsText(misfitsIn(error)), 'name must not be empty. link: Invalid URL. dice must be a number.');
  const quoted = quotedMisfitsIn(error);
  assert.deepEqual(quoted[2], { path: 'dice', code: 'invalid_type', quote: 'Take two dice.', expected: 'number' });
  assert.equal(misfitsText(quoted.slice(2)), 'dice: Take two dice.');
  assert.equal(misfitsText('A sentence of an earlier release'), 'A sentence of an earlier release.');
});

test('[U88.2] fields that JSON cannot hold are left out of a quoted misfit, and others follow in one order', () => {
  const issues = [
    { code: 'custom', path: ['a', 0], message: 'no', params: { quote: 'x', path: 1, odd: 1n, even: 2 } },
  ] as const;
  assert.equal(
    JSON.stringify(quotedMisfitsIn({ issues: [...issues] as never })),
    '[{"path":"a.0","code":"custom","quote":"no","even":2}]',
  );
});
