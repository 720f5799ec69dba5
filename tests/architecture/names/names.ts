import { Visitor } from 'oxc-parser';
import { isTest, parse, type SourceFile } from '../source.ts';
import { wordsInName } from './words.ts';

const retiredWords = new Set([
  ...['house', 'door', 'porch', 'office', 'wish', 'wishes', 'room', 'rooms', 'recruit', 'recruits', 'roster', 'word'],
  ...['words', 'lot', 'lots', 'pace', 'look', 'here', 'most', 'least', 'longest', 'patience', 'patiently', 'chance'],
]);

/** Modules whose subject is words: the language of the demo, search, and these tests. */
const wordModules = /^(packages\/(demo|server\/src\/search|server\/src\/ports\/log\/search\.ts)|tests\/architecture)/;

/** Exported names that are declared in more than one file. A type and a value of one file may share a name. */
export function sharedNames(files: readonly SourceFile[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const file of files)
    for (const name of declaredNames(file)) places.getOrInsertComputed(name, () => new Set()).add(file.path);
  return [...places].filter(([, paths]) => paths.size > 1).map(([name]) => name);
}

/** Exported names that a platform has, too, so that a missing import is not noticed. */
export function shadowingNames(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => declaredNames(file)).filter((name) => Object.hasOwn(globalThis, name));
}

/** Names of files, folders and exports with a retired word in them; of the product, also of everything that `memberNames` finds. */
export function retiredNames(files: readonly SourceFile[]): string[] {
  const names = files.flatMap((file) => {
    const members = isTest(file.path) ? [] : memberNames(file);
    const all = [...file.path.split('/'), ...declaredNames(file), ...members];
    return all.filter((name) => isRetired(name, wordModules.test(file.path)));
  });
  return [...new Set(names)];
}

function isRetired(name: string, isAboutWords: boolean): boolean {
  // `once` of the platform, as in `addEventListener`, is not our name.
  if (name === 'once') return true;
  return wordsInName(name).some((word, index, words) => {
    if (words[index - 1] === 'at') return false;
    return retiredWords.has(word) && !(isAboutWords && /^words?$/.test(word));
  });
}

/** Names that a file declares itself; a re-export gives no second meaning. */
function declaredNames(file: SourceFile): string[] {
  return parse(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, localName }) => {
      const name = moduleRequest ? null : (exportName.name ?? localName.name);
      return name === null ? [] : [name];
    }),
  );
}

type Pattern = { type: string; name?: string; [part: string]: unknown };

/** Parameters, properties, methods, and what a module declares at its top level. */
function memberNames(file: SourceFile): string[] {
  const found: string[] = [];
  const addPattern = (given: unknown): void => {
    const pattern = given as Pattern | null | undefined;
    if (!pattern) return;
    if (pattern.type === 'Identifier' && pattern.name) found.push(pattern.name);
    for (const part of ['left', 'value', 'argument', 'parameter']) addPattern(pattern[part]);
    for (const part of ['properties', 'elements'])
      for (const inner of (pattern[part] ?? []) as Pattern[]) addPattern(inner);
  };
  const addParameters = ({ params }: { params: unknown }) => {
    for (const parameter of params as Pattern[]) addPattern(parameter);
  };
  const addKey = ({ key, computed }: { key: unknown; computed: boolean }) => {
    const { type, name } = key as Pattern;
    if (name && !computed && /Identifier$/.test(type)) found.push(name);
  };
  const { program } = parse(file);
  for (const statement of program.body) {
    if (statement.type === 'FunctionDeclaration') addPattern(statement.id);
    if (statement.type === 'VariableDeclaration') for (const { id } of statement.declarations) addPattern(id);
  }
  new Visitor({
    FunctionDeclaration: addParameters,
    FunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
    Property: (property) => {
      const isPlatform = property.value.type === 'Literal' && property.value.value === true;
      if (!isPlatform) addKey(property);
    },
  }).visit(program);
  return found;
}
