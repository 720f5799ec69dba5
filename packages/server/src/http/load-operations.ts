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
 * Loads every command, query and endpoint. Each is the export of a file in a folder of its area, and the file, the export
 * and the route have one name: `tasks/retry-task.ts` exports `retryTask`. So a new one is listed nowhere.
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
  return Promise.all(files.map((path) => loadFile(folder, path)));
}

async function loadFile(folder: URL, path: string): Promise<LoadedOperation> {
  const name = basename(path, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const module: Record<string, unknown> = await import(new URL(path.replaceAll('\\', '/'), folder).href);
  const operation = module[name];
  if (!isOperation(operation, name))
    throw new Error(`${join(folder.pathname, path)} exports no command or query ${name}.`);
  return operation;
}

function isOperation(value: unknown, name: string): value is LoadedOperation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'run' in value &&
    'name' in value &&
    value.name === name &&
    name in routes
  );
}

const folders = ['../commands/', '../queries/', './endpoints/'].map((path) => new URL(path, import.meta.url));
