import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { loadsForeign, loadsOperations, ownedModules, packages, type Room, reactInStore, rooms } from './rooms.ts';
import { isTest, lineAt, parse, type SourceFile } from './source.ts';

/** What the import table forbids in this file: one sentence each. */
export function forbiddenImports(file: SourceFile): string[] {
  if (isTest(file.path)) return [];
  const room = roomOf(file.path);
  if (room === undefined)
    return [`${file.path} lies in no room. Rooms and their folders stand in tests/house/rooms.ts.`];
  return importsOf(file).flatMap(({ specifier, line }) => {
    const reason = refuse(file.path, room, specifier);
    return reason === undefined ? [] : [`${file.path}:${line} ${reason}`];
  });
}

export function roomOf(path: string): Room | undefined {
  return rooms.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
}

function refuse(path: string, room: Room, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) {
    const target = packages[specifier] ?? specifier;
    return mayImport(path, room, target) ? undefined : `${room.name} may not import ${specifier}`;
  }
  const resolved = posix.join(posix.dirname(path), specifier);
  if (isTest(resolved)) return `${room.name} may not import a test, ${resolved}`;
  const target = roomOf(resolved);
  if (target === undefined) return `${room.name} may not import ${resolved}, which lies in no room`;
  return mayImport(path, room, target.name) ? undefined : `${room.name} may not import ${target.name} (${resolved})`;
}

function mayImport(path: string, room: Room, target: string): boolean {
  if (target === room.name || room.imports.includes(target)) return true;
  if (/^react(-dom)?(\/|$)/.test(target) && reactInStore.test(path)) return true;
  if (ownedModules.includes(target)) return false;
  if (room.imports.some((allowed) => allowed.endsWith('/*') && target.startsWith(allowed.slice(0, -1)))) return true;
  if (target.startsWith('node:')) return room.imports.includes('node:*');
  const isLibrary = !rooms.some(({ name }) => name === target);
  return isLibrary && (room.imports.includes('any library') || room.imports.includes(packageName(target)));
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

/** A module whose address is only known when the program runs, where one may be loaded. */
function isForeign({ path, text }: SourceFile, { start }: { start: number }): boolean {
  return (path === loadsForeign || path === loadsOperations) && !/['"`]/.test(text.charAt(start));
}
