import type { Node } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** Fields that hold a code with its fields, by the modules that write facts. Elsewhere such fields can be text for people. */
const reasonFields: [path: RegExp, names: readonly string[]][] = [
  [/^packages\/server\/src\/(engine|transitions|rights)\//, ['reason', 'error', 'message']],
  [/^packages\/server\/src\/(commands|extensions|integrity|models|ports|read-models)\//, ['reason', 'error']],
];

/** Sentences of others, which have no code. Each must be needed. */
const exceptions: [path: RegExp, why: string][] = [
  [/^packages\/server\/src\/models\/remote\/remote-errors\.ts$/, 'errors of the libraries of providers'],
  [/^packages\/server\/src\/log\/postgres\/problems\.ts$/, 'errors of PostgreSQL'],
  [/^packages\/server\/src\/log\/postgres\/transaction\.ts$/, 'SQL'],
  [/^packages\/demo\/src\/language\//, 'questions of people'],
  [/^packages\/demo\/src\/decide-step\.ts$/, 'the record of a thread, which a prompt holds as text'],
];

/** Files with sentences for people or models. */
const isText = (path: string) => /(^|\/)(messages\/|copy\.ts$)/.test(path);

/** Sentences that are stored where a code belongs, or compared: one finding each. */
export function codelessSentences(file: SourceFile): string[] {
  if (isText(file.path) || exceptions.some(([path]) => path.test(file.path))) return [];
  return findings(file);
}

/** Exceptions without a sentence. */
export function unusedSentenceExceptions(files: readonly SourceFile[]): string[] {
  return exceptions
    .filter(([path]) => !files.some((file) => path.test(file.path) && findings(file).length > 0))
    .map(([path]) => String(path));
}

function findings(file: SourceFile): string[] {
  const found: string[] = [];
  const add = (node: Node, problem: string) =>
    void found.push(`${file.path}:${lineAt(file.text, node.start)} ${problem}; use a code`);
  new Visitor({
    Property: (property) => {
      const { key, value } = property;
      const name = key.type === 'Identifier' ? key.name : '';
      const isReason = reasonFields.some(([path, names]) => names.includes(name) && path.test(file.path));
      if (isReason && isSentence(value)) add(property, `stores a sentence as ${name}`);
    },
    BinaryExpression: (binary) => {
      const isComparison = ['===', '!==', '==', '!='].includes(binary.operator);
      if (isComparison && (isSentence(binary.left) || isSentence(binary.right))) add(binary, 'compares a sentence');
    },
    CallExpression: (call) => {
      const { callee } = call;
      const isRefusal = callee.type === 'Identifier' && callee.name === 'refuse';
      if (isRefusal && call.arguments.some(hasSentence)) add(call, 'refuses with a sentence');
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const isPattern = ['test', 'exec'].includes(callee.property.name) && isSentence(callee.object);
      const isSearch = searches.has(callee.property.name) && call.arguments.some(isSentence);
      if (isPattern || isSearch) add(call, `looks for a sentence with ${callee.property.name}`);
    },
  }).visit(parse(file).program);
  return found;
}

const searches = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'match', 'matchAll']);

/** A literal of several words: a string, a template, a pattern, or a choice between such. */
function isSentence(node: Node): boolean {
  if (node.type === 'ConditionalExpression') return isSentence(node.consequent) || isSentence(node.alternate);
  if (node.type === 'LogicalExpression') return isSentence(node.left) || isSentence(node.right);
  if (node.type === 'TemplateLiteral') return isOfWords(node.quasis.map(({ value }) => value.cooked).join('x'));
  if (node.type !== 'Literal') return false;
  if ('regex' in node && node.regex) return isOfWords(node.regex.pattern);
  return typeof node.value === 'string' && isOfWords(node.value);
}

function hasSentence(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return isSentence(node);
  return node.properties.some((property) => property.type === 'Property' && hasSentence(property.value));
}

function isOfWords(text: string): boolean {
  return /\p{L}{2,} \p{L}/u.test(text);
}
