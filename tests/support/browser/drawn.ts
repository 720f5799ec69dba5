import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { wait } from '../apps/test-app.ts';

/** Both pages come to the same drawing and stay there. */
export async function assertSameDrawing(live: Page, again: Page, at: string, maxMs = 8000): Promise<void> {
  const deadline = Date.now() + maxMs;
  for (let times = 0; times < 2; ) {
    const different = difference(await drawn(live), await drawn(again));
    times = different === '' ? times + 1 : 0;
    if (different !== '' && Date.now() > deadline) assert.fail(`${at}: ${different}`);
    await wait(170);
  }
}

/**
 * Everything that a page shows, one line for each element, with all of its attributes and the values of its fields.
 * Left out is only the part that no two drawings share: the ids that React generates, and effects of scrolling: the way
 * back to the end, a style that was set and removed while a row was out of sight, and whether code has been visible and
 * so is colored.
 */
async function drawn(page: Page): Promise<string> {
  return (await page.evaluate(`(${draw})()`)) as string;
}

/** The lines in which two drawings differ, each with its surroundings; empty when there are none. */
function difference(live: string, again: string): string {
  const [left, right] = [live.split('\n'), again.split('\n')];
  const first = left.findIndex((line, index) => line !== right[index]);
  if (first < 0 && left.length === right.length) return '';
  const at = first < 0 ? left.length : first;
  const excerpt = (lines: string[]) => lines.slice(Math.max(0, at - 6), at + 12).join('\n');
  return `at line ${at + 1}\n--- watched live\n${excerpt(left)}\n--- loaded anew\n${excerpt(right)}`;
}

/** Runs in the page. */
const draw = `function () {
  const made = new Map();
  const nameless = (value) => value.replace(/_r_[0-9a-z]+_|:r[0-9a-z]+:/g, (id) => {
    if (!made.has(id)) made.set(id, 'made-' + (made.size + 1));
    return made.get(id);
  });
  const lines = ['title ' + document.title];
  let words = '';
  const flush = (indent) => {
    if (words !== '') lines.push(indent + JSON.stringify(words));
    words = '';
  };
  const walk = (node, indent) => {
    if (node.nodeType === 3) words += node.data;
    if (node.nodeType !== 1 || ['SCRIPT', 'STYLE', 'LINK'].includes(node.tagName)) return;
    if (node.getAttribute('aria-label') === 'Scroll to the end') return;
    flush(indent);
    const attributes = [...node.attributes].filter(({ name, value }) => name !== 'style' || value !== '').map(({ name, value }) => name + '=' + JSON.stringify(nameless(value))).sort();
    if ('value' in node && node.tagName !== 'LI') attributes.push('holds ' + JSON.stringify(node.value));
    lines.push([indent + node.tagName.toLowerCase(), ...attributes].join(' '));
    if (node.tagName === 'CODE') words += node.textContent;
    else for (const child of node.childNodes) walk(child, indent + ' ');
    flush(indent + ' ');
  };
  walk(document.body, '');
  return lines.join('\\n');
}`;
