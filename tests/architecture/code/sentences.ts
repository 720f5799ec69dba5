import type { Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** Fields that hold a code with its fields, by the modules that write facts. Elsewhere such fields can be text for people. */
const inFacts = /^packages\/server\/src\/(engine|transitions|rights|triggers)\//;
const inSettings =
  /^packages\/server\/src\/(agents|commands|extensions|integrity|json|models|outbound|ports|read-models|records|workspaces)\//;
const reasonNames = ['reason', 'error', 'problem', 'lastError', 'disabledReason', 'hookDecisions'];
const reasonFields: [path: RegExp, names: readonly string[]][] = [
  [inFacts, [...reasonNames, 'message']],
  [inSettings, reasonNames],
];

/** Functions that turn codes into text for people, which only the edges call. Elsewhere the text can only be that of an error. */
const renderers = new Set([
  'reasonText',
  'refusalText',
  'misfitsText',
  'problemsIn',
  'recordProblemText',
  'addressProblemText',
  'deliveryProblemText',
  'disabledReasonText',
  'importProblemText',
]);
const edges = /^packages\/server\/src\/(cli|http|views|integrity\/(export|verify)|ports\/log\/triggers\.ts)/;

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
  const add = (node: Node, problem: string) => {
    const line = `${file.path}:${lineAt(file.text, node.start)} `;
    if (!found.some((finding) => finding.startsWith(line))) found.push(`${line}${problem}; use a code`);
  };
  const { program } = parse(file);
  const named = namedSentences(program);
  const isSentence = (node: Node): boolean =>
    isSentenceItself(node) || (node.type === 'Identifier' && named.has(node.name));
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
      if (isRefusal && call.arguments.some((part) => hasSentence(part, isSentence)))
        add(call, 'refuses with a sentence');
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const isPattern = ['test', 'exec'].includes(callee.property.name) && isSentenceItself(callee.object);
      const isSearch = searches.has(callee.property.name) && call.arguments.some(isSentenceItself);
      if (isPattern || isSearch) add(call, `looks for a sentence with ${callee.property.name}`);
    },
  }).visit(program);
  for (const call of renderedOutsideOfErrors(file, program))
    add(call, 'renders a code far from the people who read it');
  return found;
}

const searches = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'match', 'matchAll']);

/** Names of variables and constants of a file that hold a sentence. */
function namedSentences(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init && isSentenceItself(init)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

/** Calls of renderers in the modules between the edges, except within errors: those are for logs and developers. */
function renderedOutsideOfErrors(file: SourceFile, program: Program): Node[] {
  if (!file.path.startsWith('packages/server/src/') || edges.test(file.path)) return [];
  const errors: Node[] = [];
  const calls: Node[] = [];
  new Visitor({
    NewExpression: (made) => {
      if (made.callee.type === 'Identifier' && made.callee.name.endsWith('Error')) errors.push(made);
    },
    CallExpression: (call) => {
      if (call.callee.type === 'Super') errors.push(call);
      if (call.callee.type === 'Identifier' && /^bad[A-Z]/.test(call.callee.name)) errors.push(call);
      if (call.callee.type === 'Identifier' && renderers.has(call.callee.name)) calls.push(call);
    },
  }).visit(program);
  return calls.filter((call) => !errors.some(({ start, end }) => start < call.start && call.end < end));
}

/** A literal of several words: a string, a template, a pattern, or a choice between such. */
function isSentenceItself(node: Node): boolean {
  if (node.type === 'ConditionalExpression')
    return isSentenceItself(node.consequent) || isSentenceItself(node.alternate);
  if (node.type === 'LogicalExpression') return isSentenceItself(node.left) || isSentenceItself(node.right);
  if (node.type === 'TemplateLiteral') return isOfWords(node.quasis.map(({ value }) => value.cooked).join('x'));
  if (node.type !== 'Literal') return false;
  if ('regex' in node && node.regex) return isOfWords(node.regex.pattern);
  return typeof node.value === 'string' && isOfWords(node.value);
}

function hasSentence(node: Node, isSentence: (node: Node) => boolean): boolean {
  if (node.type !== 'ObjectExpression') return isSentence(node);
  return node.properties.some((property) => property.type === 'Property' && hasSentence(property.value, isSentence));
}

function isOfWords(text: string): boolean {
  return /\p{L}{2,} \p{L}/u.test(text);
}
