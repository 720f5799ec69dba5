import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbiddenCopy, strayCopy } from './copy.ts';
import { expectNone } from './expect-none.ts';
import { isTest, isTypeScript, readFiles } from './source.ts';

const ofWeb = (path: string) => path.startsWith('packages/web/src/') && isTypeScript(path) && !isTest(path);

test('[H20] UI text is in a copy.ts', () => {
  expectNone(readFiles(ofWeb).flatMap(strayCopy));
});

test('[H20] UI text follows the style of the interface', () => {
  expectNone(readFiles((path) => ofWeb(path) && path.endsWith('/copy.ts')).flatMap(forbiddenCopy));
});

test('[H20] text in a component is found', () => {
  const wrong = [
    '<p>Hello</p>',
    '<p aria-label="Hello" />',
    '<p title={isOpen ? open : "Not open"} />',
    '<p>{isOpen && "Hello there"}</p>',
    '<p>{isOpen ? "Done" : null}</p>',
    '<p placeholder={`Hello`} />',
    '<Menu choices={[{ label: "Delete" }]} />',
  ];
  const find = (jsx: string) => strayCopy({ path: 'packages/web/src/screens/one.tsx', text: `const a = ${jsx};` });
  for (const jsx of wrong) assert.equal(find(jsx).length, 1, jsx);
  for (const jsx of [
    '<p className="flex gap-1" />',
    '<p title={copy.title}>{copy.text} · {1}</p>',
    '<a href="/docs">→</a>',
  ])
    assert.deepEqual(find(jsx), [], jsx);
});

test('[H20] retired words and British spellings are found', () => {
  const find = (text: string) =>
    forbiddenCopy({ path: 'packages/web/src/screens/copy.ts', text: `const a = ${JSON.stringify(text)};` }).length;
  const wrong = [
    'What came back',
    'Nobody is here.',
    'Done. Who asks is told.',
    'Of its own',
    'Colours',
    'Cancelled',
    'Summarised',
    'Still at work',
  ];
  for (const text of wrong) assert.equal(find(text), 1, text);
  for (const text of [
    'What should it find?',
    'Canceled',
    'Colors',
    'Summarized',
    'Offline',
    'Done. Nothing is running.',
  ])
    assert.equal(find(text), 0, text);
});
