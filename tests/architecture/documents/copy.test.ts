import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '@retinue/protocol';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { forbiddenCopy, forbiddenMessages, strayCopy, unusedExceptions } from './copy.ts';

const ofWeb = (path: string) => path.startsWith('packages/web/src/') && isTypeScript(path) && !isTest(path);

/** Text of the interface. Texts for models and of the server follow the rules of messages. */
const ofInterface = /^packages\/(web\/src|server\/src\/cli|protocol\/src\/messages\/people)\/(.*\/)?copy\.ts$/;

test('[H20] UI text is in a copy.ts', () => {
  expectNone(readFiles(ofWeb).flatMap(strayCopy));
});

test('[H20] every exception for a string outside of a copy.ts is needed', () => {
  assert.deepEqual(unusedExceptions(readFiles(ofWeb)), []);
});

test('[H20] UI text follows the style of the interface', () => {
  expectNone(readFiles((path) => ofInterface.test(path)).flatMap(forbiddenCopy));
});

test('[H20] so does the text for the command line in the contracts of routes', () => {
  const contracts = Object.entries(routes).flatMap(([name, route]) =>
    'cli' in route ? [{ path: name, text: `const cli = ${JSON.stringify(route.cli)};` }] : [],
  );
  expectNone(contracts.flatMap(forbiddenCopy));
});

test('[H20] so do messages of the server and of the command line', () => {
  const isMessage = (path: string) =>
    /^packages\/(server|protocol)\/src\//.test(path) && isTypeScript(path) && !isTest(path) && !ofInterface.test(path);
  expectNone(readFiles(isMessage).flatMap(forbiddenMessages));
});

test('[H20] a message in an error, a finding or a refusal is found', () => {
  const path = 'packages/server/src/log/problems.ts';
  const wrong = [
    "new Error('What was acknowledged is kept.')",
    'finding(`It is bad. Nobody approved it.`)',
    "refuse('busy', { problem: 'Nothing was changed. Try again.' })",
    "({ 'task-running': () => 'It is at work.' })",
    "throw new StoreError('Where it goes is unknown.')",
  ];
  for (const text of wrong) assert.notEqual(forbiddenMessages({ path, text }).length, 0, text);
  for (const text of ["new Error('Retry later.')", "ask('SELECT * FROM what WHERE of = 1')"])
    assert.deepEqual(forbiddenMessages({ path, text }), [], text);
  const prompt = { path: 'packages/server/src/engine/prompt/one.ts', text: "const a = 'Write down: what was asked.';" };
  assert.deepEqual(forbiddenMessages(prompt), []);
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
    'toasts.add("Chat deleted")',
    'isOpen ? "waiting for you" : null',
    'count + " tasks done"',
    'new Notification("Done: a chat")',
  ];
  const find = (jsx: string) => strayCopy({ path: 'packages/web/src/screens/one.tsx', text: `const a = ${jsx};` });
  for (const jsx of wrong) assert.equal(find(jsx).length, 1, jsx);
  for (const jsx of [
    '<p className="flex gap-1" />',
    '<p title={copy.title}>{copy.text} · {1}</p>',
    '<a href="/docs">→</a>',
    'new Error("There is no store above this component.")',
    '"flex-1 text-small has-checked:ring-2"',
    'document.querySelector("form button")',
    '"tree …"',
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
    'Loading chats …',
    'This can’t be undone.',
    'The words of a model',
    'The front door',
    'It mends itself',
    'Begins with this agent',
    'Result, not taken',
    'This chat rests on nothing',
    'Send an agent',
    'Try again',
    'Count again',
    'Start a conversation',
    'News',
  ];
  for (const text of wrong) assert.notEqual(find(text), 0, text);
  for (const text of [
    'What should it find?',
    'Canceled',
    'Colors',
    'Summarized',
    'Offline',
    'Done. Nothing is running.',
    'Loading chats…',
    'Send message',
    "This can't be undone.",
    'Key ends in …1234',
  ])
    assert.equal(find(text), 0, text);
});

test('[H20] help of more than 15 words is found', () => {
  const find = (text: string) => forbiddenCopy({ path: 'packages/web/src/screens/copy.ts', text }).length;
  const words = (count: number) => 'short '.repeat(count).trim();
  assert.equal(find(`const a = { help: '${words(16)}' };`), 1);
  assert.equal(find(`const a = { help: { name: '${words(16)}' } };`), 1);
  assert.equal(find(`const a = { lead: () => '${words(16)}' };`), 1);
  assert.equal(find(`const a = { help: '${words(15)}' };`), 0);
});
