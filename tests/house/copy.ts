import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from './source.ts';

/** Properties and object keys that hold text for people. */
const textProps =
  /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label|heading|help|words|empty|hint|action|lead)$/;

/** Elements for commands, addresses and keys, which are the same in every language. */
const literals = /^(code|Code|kbd|Key)$/;

/** UI text in a component: one sentence each. */
export function strayCopy(file: SourceFile): string[] {
  if (file.path.endsWith('/copy.ts')) return [];
  const found: string[] = [];
  const add = (start: number, text: string) => {
    if (/\p{L}/u.test(text))
      found.push(`${file.path}:${lineAt(file.text, start)} "${text.trim()}" belongs in a copy.ts`);
  };
  const addTexts = (node: unknown) => {
    for (const { start, text } of textsIn(node)) add(start, text);
  };
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && textProps.test(name.name)) addTexts(value);
    },
    JSXElement: ({ children, openingElement: { name } }) => {
      if (name.type !== 'JSXIdentifier' || !literals.test(name.name)) children.forEach(addTexts);
    },
    JSXFragment: ({ children }) => children.forEach(addTexts),
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && textProps.test(key.name)) addTexts(value);
    },
  }).visit(parse(file).program);
  return [...new Set(found)];
}

interface Expression {
  type: string;
  start: number;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

/** Literal texts that an expression can have as its value. */
function textsIn(node: unknown): { start: number; text: string }[] {
  if (!isExpression(node)) return [];
  const { type, start, value, quasis = [] } = node;
  if (type === 'Literal' || type === 'JSXText') return typeof value === 'string' ? [{ start, text: value }] : [];
  if (type === 'TemplateLiteral') return quasis.map((quasi) => ({ start, text: quasi.value.cooked }));
  return (branches[type] ?? []).flatMap((key) => textsIn(Reflect.get(node, key)));
}

const branches: Record<string, string[]> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  JSXExpressionContainer: ['expression'],
};

function isExpression(node: unknown): node is Expression {
  return typeof node === 'object' && node !== null && 'type' in node;
}

const forbidden: [pattern: RegExp, reason: string][] = [
  [
    /(^|[.:!] )(what|who|whom|whoever|nobody|somebody|of|where)\b[^?.!]*([.!]|$)/i,
    'starts with a word that hides its subject',
  ],
  [
    /\b(colours?|behaviours?|cancell(ed|ing)|(summar|organ|recogn|prior|normal|util)is(e|ed|es|ing)|catalogue|favourite|grey)\b/i,
    'is not US spelling',
  ],
  [/\b(at work|hand(s|ed)? on|news|set-up|whoever|everybody who)\b/i, 'uses a retired word'],
];

/** Texts of a `copy.ts` that the style of the interface forbids: one sentence each. */
export function forbiddenCopy(file: SourceFile): string[] {
  const found: string[] = [];
  const check = (start: number, text: string) => {
    for (const [pattern, reason] of forbidden)
      if (pattern.test(text)) found.push(`${file.path}:${lineAt(file.text, start)} "${text}" ${reason}`);
  };
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') check(start, value);
    },
    TemplateLiteral: ({ start, quasis }) => check(start, quasis.map(({ value }) => value.cooked).join('…')),
  }).visit(parse(file).program);
  return found;
}
