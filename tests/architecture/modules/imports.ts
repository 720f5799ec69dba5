import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { isTest, lineAt, parse, type SourceFile } from '../source.ts';
import {
  loadsForeign,
  loadsOperations,
  type Module,
  modules,
  ownedModules,
  packages,
  reactInStore,
} from './modules.ts';

/** Libraries and databases that a module may import and none of its files does: one sentence each. */
export function unusedPermissions(files: readonly SourceFile[]): string[] {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    const names = used.getOrInsertComputed(moduleOf(file.path)?.name ?? '', () => new Set());
    for (const { specifier } of importsOf(file)) names.add(specifier).add(packageName(specifier));
  }
  return modules.flatMap(({ name, imports }) =>
    imports
      .filter((allowed) => isLibrary(allowed) && !isUsed(allowed, used.get(name)))
      .map((allowed) => `${name} may import ${allowed}, and does not`),
  );
}

function isLibrary(allowed: string): boolean {
  if (ownedModules.includes(allowed)) return true;
  const isModule = allowed === 'server/*' || allowed === 'web/*' || modules.some(({ name }) => name === allowed);
  return !isModule && !allowed.startsWith('node:') && allowed !== 'any library' && allowed !== 'zod';
}

function isUsed(allowed: string, names: ReadonlySet<string> = new Set()): boolean {
  if (!allowed.endsWith('/*')) return names.has(allowed);
  return [...names].some((name) => name.startsWith(allowed.slice(0, -1)));
}

/** Imports of this file that the import table forbids: one sentence each. */
export function forbiddenImports(file: SourceFile): string[] {
  if (isTest(file.path)) return [];
  const module = moduleOf(file.path);
  if (module === undefined)
    return [
      `${file.path} lies in no module. The modules and their folders stand in tests/architecture/modules/modules.ts.`,
    ];
  return importsOf(file).flatMap(({ specifier, line }) => {
    const reason = refuse(file.path, module, specifier);
    return reason === undefined ? [] : [`${file.path}:${line} ${reason}`];
  });
}

export function moduleOf(path: string): Module | undefined {
  return modules.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
}

function refuse(path: string, module: Module, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) {
    const target = packages[specifier] ?? specifier;
    return mayImport(path, module, target) ? undefined : `${module.name} may not import ${specifier}`;
  }
  const resolved = posix.join(posix.dirname(path), specifier);
  if (isTest(resolved)) return `${module.name} may not import a test, ${resolved}`;
  const target = moduleOf(resolved);
  if (target === undefined) return `${module.name} may not import ${resolved}, which lies in no module`;
  return mayImport(path, module, target.name)
    ? undefined
    : `${module.name} may not import ${target.name} (${resolved})`;
}

function mayImport(path: string, module: Module, target: string): boolean {
  if (target === module.name || module.imports.includes(target)) return true;
  if (/^react(-dom)?(\/|$)/.test(target) && reactInStore.test(path)) return true;
  if (ownedModules.includes(target)) return false;
  if (module.imports.some((allowed) => allowed.endsWith('/*') && target.startsWith(allowed.slice(0, -1)))) return true;
  if (target.startsWith('node:')) return module.imports.includes('node:*');
  const isForeignTarget = !modules.some(({ name }) => name === target);
  return isForeignTarget && (module.imports.includes('any library') || module.imports.includes(packageName(target)));
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function importsOf(file: SourceFile): { specifier: string; line: number }[] {
  const { module, program } = parse(file);
  const inTypes: { start: number; end: number }[] = [];
  new Visitor({ TSImportType: ({ source }) => void inTypes.push(source) }).visit(program);
  const requests = [
    ...inTypes,
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => (isForeign(file, moduleRequest) ? [] : moduleRequest)),
  ];
  return requests.map(({ start, end }) => ({
    specifier: file.text.slice(start + 1, end - 1),
    line: lineAt(file.text, start),
  }));
}

/** A dynamic import with a computed address is allowed here. */
function isForeign({ path, text }: SourceFile, { start }: { start: number }): boolean {
  return (path === loadsForeign || path === loadsOperations) && !/['"`]/.test(text.charAt(start));
}
