import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { readFiles } from '../source.ts';
import { ambiguousTokens, isStyled, rawStyles, tokensFile, unusedColorExceptions } from './raw-styles.ts';

test('[H26] every color and size of the page is a design token', () => {
  const files = readFiles(isStyled);
  expectNone(files.flatMap(rawStyles));
  expectNone(unusedColorExceptions(files));
  expectNone(ambiguousTokens(files.find(({ path }) => path === tokensFile)?.text ?? assert.fail('no tokens')));
});

test('[H26] a raw color or size is found in every form', () => {
  const path = 'packages/web/src/ui/status.tsx';
  const raw = [
    "'#0d6a5f'",
    "'rgb(0 0 0 / 55%)'",
    "'light-dark(white, black)'",
    'className="text-[11px]"',
    'className="flex sm:max-w-[min(85%,70ch)]"',
    'className="w-[calc(100vw-2rem)]"',
    "'[--gap:3px] grow'",
    'className="duration-[1.5s]"',
  ];
  for (const text of raw) assert.equal(rawStyles({ path, text }).length, 1, text);
  const fine = [
    'className="w-dialog text-chart grid-cols-[max-content_minmax(0,1fr)]"',
    'className="[overflow-wrap:anywhere] open:bg-sunken in-[[data-task]_[data-task]]:ms-0.5"',
    "'var(--color-series-1)'",
    'const [first] = [1, 2];',
    'values[row]',
    "href={'#/chat'}",
  ];
  for (const text of fine) assert.deepEqual(rawStyles({ path, text }), [], text);
  assert.equal(
    rawStyles({ path: 'packages/web/src/styles.css', text: 'a { font-size: 1rem; color: #fff }' }).length,
    2,
  );
  assert.deepEqual(ambiguousTokens('--container-dialog: 1rem; --spacing-dialog: 2rem; --spacing-x: 1px'), ['dialog']);
  assert.deepEqual(rawStyles({ path: tokensFile, text: '--color-ink: #000' }), []);
});
