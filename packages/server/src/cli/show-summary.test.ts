import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { ThreadNode, TreeState } from '@retinue/protocol';
import { openLibrary, reading } from '../../../../tests/support/long-thread.ts';
import { toUiMessages } from '../http/ai-sdk/to-ui-messages.ts';
import { markdownOf } from '../integrity/export/markdown.ts';
import { messagesOf } from '../projections/messages.ts';
import { drawThread } from './draw-thread.ts';
import { createPaint } from './paint.ts';
import { plainLine } from './plain-lines.ts';

let chat: ThreadNode;
let tree: TreeState;
let lines: string[];

before(async () => {
  await using house = await openLibrary(reading(8));
  chat = await house.run('Read.');
  tree = await house.tree(chat.thread.threadId);
  lines = (await house.events(chat.thread.threadId)).flatMap((event) => plainLine(tree, event) ?? []);
});

test('[L9.2][K16] a shown thread has all its steps, and a line where it went on with a summary', () => {
  const page = { columns: 100, paint: createPaint(false), isFull: true, blobs: new Map<string, string>() };
  const shown = drawThread(chat.thread, page).join('\n');
  assert.match(shown, /^Step \d+ .* · compaction\n {2}What stands above is kept;.*\n {2}What was read so far\.$/m);
  for (let read = 1; read <= 8; read += 1) assert.match(shown, new RegExp(`Page ${read}\\.`));
});

test('[L9.2][K17] so has an export in Markdown, and what is written to a pipe', () => {
  const text = markdownOf(chat, new Map());
  assert.match(text, /\*From here on the model goes by a summary \(step \d+\)\.\*/);
  for (let read = 1; read <= 8; read += 1) assert.match(text, new RegExp(`Page ${read}\\.`));
  assert.ok(lines.some((line) => /goes on with a summary of what came before/.test(line)));
});

test('[L9.2][S5] a summary is no message: neither of the chat nor to a client of the AI SDK', () => {
  assert.doesNotMatch(JSON.stringify(messagesOf(chat.thread)), /What was read so far/);
  assert.doesNotMatch(JSON.stringify(toUiMessages(tree, () => null)), /What was read so far/);
});
