import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import remend from 'remend';

/** An element or text, as data that a worker can send. */
export interface MarkdownNode {
  type: 'element' | 'text';
  tag: string;
  value: string;
  properties: Record<string, string | number | boolean>;
  children: MarkdownNode[];
}

/** A top-level block and its offset in the text. */
export interface MarkdownBlock {
  start: number;
  node: MarkdownNode;
  /** A code block without its end. */
  isOpen: boolean;
}

/** Null if the text is too deep or has too many parts. Slow for hostile texts, so it runs in a worker. */
export function parseMarkdown(text: string, isGrowing: boolean): MarkdownBlock[] | null {
  const source = isGrowing ? remend(text) : text;
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  if (isTooMuch(tree)) return null;
  breakLines(tree);
  const { children = [] } = toHast(tree) as Source;
  const drawn = children.flatMap((child): MarkdownBlock[] => {
    const node = nodeOf(child);
    const start = child.position?.start.offset ?? text.length;
    return node && !isBlank(node) ? [{ start, node, isOpen: false }] : [];
  });
  const last = drawn.at(-1);
  if (last && isGrowing) last.isOpen = isOpenFence(text.slice(last.start));
  return drawn;
}

/** The common shape of both libraries' trees. */
interface Source {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Source[];
  position?: { start: { offset?: number | undefined } } | undefined;
}

function isTooMuch(tree: Source): boolean {
  let count = 0;
  const rest: { node: Source; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    count += 1;
    if (count > maxNodes || next.depth > maxDepth) return true;
    for (const node of next.node.children ?? []) rest.push({ node, depth: next.depth + 1 });
  }
  return false;
}

const maxNodes = 20_000;
const maxDepth = 60;

/** Keeps line breaks, as chats do. */
function breakLines(node: Source): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    breakLines(child);
    if (child.type !== 'text' || !child.value?.includes('\n')) return [child];
    const lines = child.value.split(/\r?\n/).map((value): Source => ({ type: 'text', value }));
    return lines.flatMap((line, index) => (index === 0 ? [line] : [{ type: 'break' }, line]));
  });
}

function nodeOf({ type, value = '', tagName = '', properties = {}, children = [] }: Source): MarkdownNode | null {
  if (type === 'text') return { type, tag: '', value, properties: {}, children: [] };
  if (type !== 'element') return null;
  const nodes = children.map(nodeOf).filter((node) => node !== null);
  return { type, tag: tagName, value: '', properties: plainProperties(properties), children: nodes };
}

function plainProperties(properties: Record<string, unknown>): MarkdownNode['properties'] {
  const plain = Object.entries(properties).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (Array.isArray(value)) return [[name, value.join(' ')]];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  return Object.fromEntries(plain);
}

function isBlank(node: MarkdownNode): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function isOpenFence(block: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(block)?.[1];
  if (!fence) return false;
  const last = block.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return !(block.includes('\n') && last.startsWith(fence) && last === fence.charAt(0).repeat(last.length));
}
