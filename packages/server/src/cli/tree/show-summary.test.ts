import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ThreadNode, TreeState } from '@retinue/protocol';
import { openLibrary, reading } from '../../../../../tests/support/models/long-thread.ts';
import { toUiMessages } from '../../http/ai-sdk/to-ui-messages.ts';
import { markdownOf } from '../../integrity/export/markdown.ts';
import { messagesOf } from '../../views/messages.ts';
import { plainLine } from '../follow/plain-line.ts';
import { createPaint } from '../output/paint.ts';
import { drawThread } from './draw-thread.ts';

let chat: ThreadNode;
let tree: TreeState;
let lines: string[];

before(async () => {
  await using app = await openLibrary(reading(8));
  chat = await app.run('Read.');
  tree = await app.tree(chat.thread.threadId);
  lines = (await app.events(chat.thread.threadId)).flatMap((event) => plainLine(tree, event) ?? []);
});

test('[L9.2][K16] a shown thread has all its steps, and a line at its summary', () => {
  const page = { columns: 100, paint: createPaint(false), isFull: true, blobs: new Map<string, string>() };
  const shown = drawThread(chat.thread, page).join('\n');
  assert.match(shown, /^Step \d+ .* · compaction\n {2}The messages above are kept\..*\n {2}What was read so far\.$/m);
  for (let read = 1; read <= 8; read += 1) assert.match(shown, new RegExp(`Page ${read}\\.`));
});

test('[L9.2][K17] so does an export in Markdown, and output to a pipe', async () => {
  const text = (await Array.fromAsync(markdownOf(chat, async () => null))).join('');
  assert.match(text, /\*From here on the model reads a summary \(step \d+\)\.\*/);
  for (let read = 1; read <= 8; read += 1) assert.match(text, new RegExp(`Page ${read}\\.`));
  assert.ok(lines.some((line) => /continues with a summary of the earlier messages/.test(line)));
});

test('[L9.2][S5.1] a summary is no message: neither in the chat nor for a client of the AI SDK', () => {
  assert.doesNotMatch(JSON.stringify(messagesOf(chat.thread)), /What was read so far/);
  assert.doesNotMatch(JSON.stringify(toUiMessages(tree, () => null)), /What was read so far/);
});
