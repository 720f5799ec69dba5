import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** Properties and object keys that hold text for people, even of one word. */
const textProps =
  /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label|heading|help|words|empty|hint|action|lead)$/;

/** Elements for commands, addresses and keys, which are the same in every language. */
const literals = /^(code|kbd|Key)$/;

/** Properties and functions whose strings are read by the browser. */
const attributes = /^(className|helpClass|viewBox|transform|rel|preserveAspectRatio)$/;
const functions = /^(querySelector|querySelectorAll|closest|matchMedia|useMedia)$/;

/** Strings of several words that no person reads. A slot of a template is `…`. */
const exceptions: [pattern: RegExp, reason: string][] = [
  [/^(numbers|event|given|notice|summary|thought|opened) …/, 'the key under which an open or closed state is kept'],
  [/^numbers of usage by day$/, 'the key under which an open or closed state is kept'],
  [/^(calls|said|step|end) …/, 'the key of a row'],
  [/^(tree|thread|branch|draft|chat) …$/, 'a topic of the store'],
  [/^… (tab|leader)|^retinue …$/, 'the name of a channel between tabs'],
  [/^… end$/, 'the tag of a browser notification'],
  [/^(… L|M)… …$/, 'a path of an SVG image'],
  [/^…px 0px$/, 'a margin in CSS'],
  [/^button, input$/, 'a selector of elements'],
  [/^h6 p li ul /, 'the names of HTML elements'],
];

/** Files in which every string is a name that a language or format defines. */
const namesOnly = ['packages/web/src/ui/text/languages.ts'];

/** UI text outside of a `copy.ts`: one sentence each. */
export function strayCopy(file: SourceFile): string[] {
  if (file.path.endsWith('/copy.ts') || namesOnly.includes(file.path)) return [];
  const found = [...labels(file), ...phrases(file)].map(
    ({ start, text }) => `${file.path}:${lineAt(file.text, start)} "${text.trim()}" belongs in a copy.ts`,
  );
  return [...new Set(found)];
}

/** Exceptions that no file of the app needs any more. */
export function unusedExceptions(files: readonly SourceFile[]): string[] {
  const texts = files.flatMap((file) => stringsIn(parse(file).program).map(({ text }) => text));
  return exceptions
    .filter(([pattern]) => !texts.some((text) => pattern.test(text)))
    .map(([pattern]) => String(pattern));
}

interface FoundText {
  start: number;
  text: string;
}

/** Texts of any length where text for people belongs. */
function labels(file: SourceFile): FoundText[] {
  const found: FoundText[] = [];
  const add = (node: unknown) => void found.push(...textsIn(node).filter(({ text }) => /\p{L}/u.test(text)));
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && textProps.test(name.name)) add(value);
    },
    JSXElement: ({ children, openingElement: { name } }) => {
      if (name.type !== 'JSXIdentifier' || !literals.test(name.name)) children.forEach(add);
    },
    JSXFragment: ({ children }) => children.forEach(add),
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && textProps.test(key.name)) add(value);
    },
  }).visit(parse(file).program);
  return found;
}

/** Strings of several words anywhere else: toasts, notifications, formatted numbers. */
function phrases(file: SourceFile): FoundText[] {
  return stringsIn(parse(file).program).filter(
    ({ text }) => !isClassList(text) && !exceptions.some(([pattern]) => pattern.test(text)),
  );
}

/** Strings with a letter and a space, except those of errors, types and attributes for the browser. */
function stringsIn(node: unknown): FoundText[] {
  if (Array.isArray(node)) return node.flatMap(stringsIn);
  if (typeof node !== 'object' || node === null) return [];
  if (isExpression(node)) {
    if (isForProgram(node)) return [];
    const text = textOf(node);
    if (text !== null && /\p{L}/u.test(text) && /\S\s+\S/.test(text)) return [{ start: node.start, text }];
  }
  return Object.values(node).flatMap(stringsIn);
}

function textOf({ type, value, quasis = [] }: Expression): string | null {
  if (type === 'TemplateLiteral') return quasis.map((quasi) => quasi.value.cooked).join('…');
  return type === 'Literal' && typeof value === 'string' ? value : null;
}

function isForProgram(node: Expression): boolean {
  const named = (key: string) => String(Reflect.get(Object(Reflect.get(node, key)), 'name') ?? '');
  const callee = Object(Reflect.get(node, 'callee'));
  const called = String(Reflect.get(callee, 'name') ?? Reflect.get(Object(Reflect.get(callee, 'property')), 'name'));
  if (node.type === 'JSXAttribute') return attributes.test(named('name'));
  if (node.type === 'NewExpression') return /Error$/.test(called);
  if (node.type === 'CallExpression') return functions.test(called);
  return /^TS(?!(As|Satisfies|NonNull)Expression)/.test(node.type);
}

/** Names of CSS classes: most have a hyphen, a colon or a bracket, and none a capital letter outside of brackets. */
function isClassList(text: string): boolean {
  const names = text.trim().split(/\s+/);
  const marked = names.filter((name) => /[-:[]/.test(name));
  return marked.length * 2 >= names.length && names.every((name) => /[-:[(]/.test(name) || !/\p{Lu}/u.test(name));
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

type Forbidden = [pattern: RegExp, reason: string];

const openings: Forbidden[] = [
  [
    /(^|[.:!] )(what|who|whom|whoever|nobody|somebody|of|where)\b[^?.!]*([.!]|$)/i,
    'starts with a word that hides its subject',
  ],
];

const retired: Forbidden[] = [
  [
    /\b(colours?|behaviours?|cancell(ed|ing)|(summar|organ|recogn|prior|normal|util)is(e|ed|es|ing)|catalogue|favourite|grey)\b/i,
    'is not US spelling',
  ],
  [/\S …(?=$|[\s.,)])|[’“”]/, 'has typography of another language'],
  [/\b(at work|hand(s|ed)? on|news|set-up|whoever|everybody|nobody|somebody)\b/i, 'uses a retired word'],
  [/\b(house|doors?|mend(s|ed|ing)?|begins? anew|not taken|rests? on)\b/i, 'uses a retired word'],
  [/\b(sends?|sent) (an? |the |other |one another|its |every )?(agents?|sub-agents?)\b/i, 'says "send" for delegate'],
  [/\b(try|tries|count) again\b/i, 'has a shorter word: retry or refresh'],
];

const ofInterface: Forbidden[] = [
  [/\b(words?|begins? (new|with))\b/i, 'uses a retired word'],
  [
    /\b(sessions?|conversations?|bots?|workers?|jobs?|plugins?|quotas?|elicitations?|running time|money)\b/i,
    'has another term in GLOSSARY.md',
  ],
];

/** Longest help text, in words. */
const maxHelp = 15;
const longHelp = new RegExp(`^\\s*(\\S+\\s+){${maxHelp}}\\S`);
const helpKeys = /^(help|lead|note|empty|hint|.+(Help|Hint|Lead|Note))$/;

/** Texts for models, whose sentences may begin as questions do. */
const forModels = /^packages\/server\/src\/(prompts|engine|agents\/copy|tools)[/.]/;

/** Messages outside of a `copy.ts`, such as errors and findings, that the style forbids: one sentence each. */
export function forbiddenMessages(file: SourceFile): string[] {
  const patterns = forModels.test(file.path) ? retired : [...openings, ...retired];
  return literalsIn(file)
    .filter(({ text }) => /\p{L}{2,} \p{L}/u.test(text) && !isQuery(text))
    .flatMap((found) => problemsIn(file, found, patterns));
}

/** SQL, and parts of it. */
function isQuery(text: string): boolean {
  return /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|SET|AND|WHERE|FROM)\b| = ['?]/.test(text);
}

/** Texts of a `copy.ts` that the style of the interface forbids: one sentence each. */
export function forbiddenCopy(file: SourceFile): string[] {
  const patterns = [...openings, ...retired, ...ofInterface];
  const found = literalsIn(file).flatMap((literal) => problemsIn(file, literal, patterns));
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || !helpKeys.test(key.name)) return;
      for (const text of stringsIn(value))
        found.push(...problemsIn(file, text, [[longHelp, `has more than ${maxHelp} words`]]));
    },
  }).visit(parse(file).program);
  return found;
}

/** All strings; a slot of a template is `{}`. */
function literalsIn(file: SourceFile): FoundText[] {
  const found: FoundText[] = [];
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') found.push({ start, text: value });
    },
    TemplateLiteral: ({ start, quasis }) =>
      void found.push({ start, text: quasis.map(({ value }) => value.cooked).join('{}') }),
  }).visit(parse(file).program);
  return found;
}

function problemsIn(file: SourceFile, { start, text }: FoundText, patterns: readonly Forbidden[]): string[] {
  return patterns.flatMap(([pattern, reason]) =>
    pattern.test(text) ? [`${file.path}:${lineAt(file.text, start)} "${text}" ${reason}`] : [],
  );
}
