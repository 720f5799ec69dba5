import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, isTypeScript, readFiles } from '../source.ts';
import { codelessSentences, unusedSentenceExceptions } from './sentences.ts';

const ofProduct = (path: string) => path.startsWith('packages/') && isTypeScript(path) && !isTest(path);

test('[H25] no sentence is stored where a code belongs, and none is compared', () => {
  expectNone(readFiles(ofProduct).flatMap(codelessSentences));
});

test('[H25] every exception for sentences of others is needed', () => {
  assert.deepEqual(unusedSentenceExceptions(readFiles(ofProduct)), []);
});

test('[H25] a sentence as data is found in every form', () => {
  const find = (code: string, path = 'packages/server/src/engine/one.ts') =>
    codelessSentences({ path, text: `const a = ${code};` }).length;
  const wrong = [
    "{ type: 'thread.ended', data: { reason: 'It has ended.' } }",
    "{ error: isGone ? 'The tool is gone.' : null }",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that is looked at
    '{ message: `It reached its limit of ${count} steps.` }',
    "task.reason === 'It has ended.'",
    "reason.includes('has ended')",
    "text.startsWith('Stopped before it ended')",
    '/^Task (.*) has ended/.test(text)',
    '/reached its limit/.exec(text)',
    "refuse('bad-import', { problem: 'the file has no chat' })",
    "refuse('bad-import', { problem: isGone ? 'the file is gone' : code })",
    '{ reason: reasonText(failed) }',
    'record(failed, refusalText(refusal))',
  ];
  for (const code of wrong) assert.equal(find(code), 1, code);
  assert.equal(find("'It has ended.'; const b = { reason: a }"), 1);
  assert.equal(find("'It has ended.'; refuse('bad-import', { problem: a })"), 1);
  assert.equal(find("{ disabledReason: 'It is gone.' }", 'packages/server/src/triggers/one.ts'), 1);
  const right = [
    "{ reason: { code: 'parent-ended' } }",
    "task.reason.code === 'parent-ended'",
    '/^[a-z ]+$/.test(text)',
    "refuse('no-such-task', { taskId })",
    'new StoreError(reasonText(reason))',
    "'It has ended.'; const b = new Error(a)",
  ];
  for (const code of right) assert.equal(find(code), 0, code);
  assert.equal(find('reasonText(reason)', 'packages/server/src/http/one.ts'), 0);
  assert.equal(find("{ reason: 'It has ended.' }", 'packages/server/src/prompts/reasons/copy.ts'), 0);
});
