import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts';

test('[U86] a text becomes blocks with their places; HTML is left out and lines are kept', () => {
  const text = '# Head\n\none\ntwo <b onclick=x>bold</b>\n\n- [x] done\n\n```ts\nconst a = 1;\n```';
  const blocks = parseMarkdown(text, false) ?? [];
  assert.deepEqual(
    blocks.map(({ node, start }) => [node.tag, text.slice(start, start + 3)]),
    [
      ['h1', '# H'],
      ['p', 'one'],
      ['ul', '- ['],
      ['pre', '```'],
    ],
  );
  assert.deepEqual(tagsIn(blocks[1]?.node), ['p', 'br']);
  assert.equal(blocks[3]?.isOpen, false);
});

test('[U86] an unfinished code block is open until its end arrives', () => {
  const isOpen = (text: string) => parseMarkdown(text, true)?.at(-1)?.isOpen;
  assert.equal(isOpen('```ts\nconst a'), true);
  assert.equal(isOpen('```ts\nconst a\n```'), false);
  assert.equal(isOpen('```'), true);
  assert.equal(isOpen('text'), false);
});

test('[U86] a text that is nested too deeply or has too many parts is not formatted', () => {
  assert.equal(parseMarkdown('>'.repeat(100), false), null);
  assert.equal(parseMarkdown('*a '.repeat(200) + 'a* '.repeat(200), false), null);
  assert.equal(parseMarkdown('- a\n'.repeat(7000), false), null);
  assert.notEqual(parseMarkdown('>'.repeat(10), false), null);
});

test('[U86] names of object properties are no tags, classes or languages', () => {
  const text = '```__proto__\nx\n```\n\n[constructor]: x\n\n[constructor] [^__proto__]\n\n[^__proto__]: note';
  assert.notEqual(parseMarkdown(text, false), null);
});

function tagsIn(node: MarkdownNode | undefined): string[] {
  return node?.type === 'element' ? [node.tag, ...node.children.flatMap(tagsIn)] : [];
}
