import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RouteName } from '@retinue/protocol';
import { routes } from '@retinue/protocol';
import type { EndpointRequest } from './define-endpoint.ts';

/** A command, query or endpoint as the app calls it: with a request that was parsed by the route of its name. */
export interface LoadedOperation {
  name: RouteName;
  run(request: Omit<EndpointRequest<RouteName>, 'params' | 'query' | 'body'>): Promise<unknown>;
}

/**
 * Loads every command, query and endpoint: the exports of the files in the folders of their areas. One with a file of its
 * own has its name: `tasks/retry-task.ts` exports `retryTask`. Small ones are rows of a table. So a new one is listed nowhere.
 */
export async function loadOperations(): Promise<ReadonlyMap<RouteName, LoadedOperation>> {
  const loaded = await Promise.all(folders.map(loadFolder));
  const operations = new Map(loaded.flat().map((operation) => [operation.name, operation]));
  const missing = Object.keys(routes).filter((name) => !operations.has(name as RouteName));
  if (missing.length > 0) throw new Error(`These routes have no command or query: ${missing.join(', ')}.`);
  if (operations.size < loaded.flat().length) throw new Error('A route has two commands or queries.');
  return operations;
}

async function loadFolder(folder: URL): Promise<LoadedOperation[]> {
  const paths = await readdir(folder, { recursive: true });
  const files = paths.filter((path) => /^[^/\\]+[/\\][^/\\]+(?<!\.test)\.ts$/.test(path));
  return (await Promise.all(files.map((path) => loadFile(folder, path)))).flat();
}

async function loadFile(folder: URL, path: string): Promise<LoadedOperation[]> {
  const module: object = await import(new URL(path.replaceAll('\\', '/'), folder).href);
  return Object.entries(module).flatMap(([name, exported]: [string, unknown]) => {
    if (Array.isArray(exported) && exported.every(isOperation)) return exported;
    if (isOperation(exported) && exported.name === name && name === nameOf(path)) return [exported];
    throw new Error(`${join(folder.pathname, path)} exports ${name}, which is no command or query of its name.`);
  });
}

function nameOf(path: string): string {
  return basename(path, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function isOperation(value: unknown): value is LoadedOperation {
  return (
    typeof value === 'object' && value !== null && 'run' in value && 'name' in value && String(value.name) in routes
  );
}

const folders = ['../commands/', '../queries/', './endpoints/'].map((path) => new URL(path, import.meta.url));
