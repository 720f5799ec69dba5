/**
 * The imports that each module may have, besides its own files. Only `main.ts` knows all implementations; the engine
 * knows nothing of HTTP, SQL or a provider.
 *
 * An entry of `imports` is the name of another module, of a library (`hono`, or `@ai-sdk/*` for a family), or of a module of
 * Node. `node:*` is every module of Node but those that only their owners may import.
 */
export type Module = { name: string; folder: string; imports: string[] };

const withoutIo = [
  'node:assert',
  'node:async_hooks',
  'node:buffer',
  'node:crypto',
  'node:events',
  'node:timers/promises',
];
const contract = ['protocol', 'zod'];
const pure = ['server/ports', 'server/rights', 'server/prompts', 'server/transitions'];

export const modules: Module[] = [
  { name: 'protocol', folder: 'packages/protocol', imports: ['zod'] },

  { name: 'server/ports', folder: 'packages/server/src/ports', imports: [...contract, ...withoutIo, 'node:os'] },
  { name: 'server/rights', folder: 'packages/server/src/rights', imports: ['protocol', 'server/ports'] },
  { name: 'server/prompts', folder: 'packages/server/src/prompts', imports: ['protocol', 'server/rights'] },
  {
    name: 'server/transitions',
    folder: 'packages/server/src/transitions',
    imports: [...contract, 'server/ports', 'server/rights', 'server/prompts'],
  },
  {
    name: 'server/engine',
    folder: 'packages/server/src/engine',
    // An exported chat is read and written without an open store.
    imports: [...contract, ...withoutIo, ...pure, '@cfworker/json-schema'],
  },
  {
    name: 'server/commands',
    folder: 'packages/server/src/commands',
    imports: [...contract, ...withoutIo, ...pure, 'server/views'],
  },
  {
    name: 'server/queries',
    folder: 'packages/server/src/queries',
    imports: [...contract, 'server/ports', 'server/commands', 'server/views'],
  },
  {
    name: 'server/read-models',
    folder: 'packages/server/src/read-models',
    imports: [...contract, 'server/ports', 'kysely'],
  },
  { name: 'server/records', folder: 'packages/server/src/records', imports: [...contract, 'server/ports'] },
  {
    name: 'server/log',
    folder: 'packages/server/src/log',
    imports: [
      ...contract,
      'server/ports',
      'server/read-models',
      'server/records',
      'server/files',
      'server/json',
      'node:*',
      'node:sqlite',
      'pg',
    ],
  },
  // An exported chat is read and written without a store at hand.
  {
    name: 'server/integrity/import',
    folder: 'packages/server/src/integrity/import',
    imports: [...contract, 'server/ports', 'server/integrity/export', 'server/transitions', 'server/json', 'node:*'],
  },
  {
    name: 'server/integrity/export',
    folder: 'packages/server/src/integrity/export',
    imports: [...contract, 'server/ports', 'server/views', 'server/json'],
  },
  {
    name: 'server/integrity',
    folder: 'packages/server/src/integrity',
    imports: [
      ...contract,
      'server/ports',
      'server/integrity/export',
      'server/log',
      'server/read-models',
      'server/records',
      'server/files',
      'node:*',
    ],
  },
  {
    name: 'server/scheduler',
    folder: 'packages/server/src/scheduler',
    imports: [...contract, 'server/ports', 'node:*'],
  },
  { name: 'server/live', folder: 'packages/server/src/live', imports: [...contract, 'server/ports', 'node:*'] },
  {
    name: 'server/models',
    folder: 'packages/server/src/models',
    imports: [...contract, 'server/ports', 'server/records', 'node:*', '@ai-sdk/*', '@pydantic/genai-prices'],
  },
  {
    name: 'server/search',
    folder: 'packages/server/src/search',
    imports: [...contract, 'server/ports', 'server/files', 'server/json', 'node:*', 'node:sqlite', 'pg'],
  },
  // The public API of extensions, and the only part of the server that one imports.
  { name: 'server/extension.ts', folder: 'packages/server/src/extension.ts', imports: [...contract, 'server/ports'] },
  {
    name: 'server/extensions',
    folder: 'packages/server/src/extensions',
    imports: [...contract, 'server/ports', 'server/extension.ts', 'node:*'],
  },
  { name: 'demo', folder: 'packages/demo', imports: ['server/extension.ts', 'node:*'] },
  {
    name: 'server/triggers',
    folder: 'packages/server/src/triggers',
    imports: [...contract, 'server/ports', 'server/records', 'node:*'],
  },
  {
    name: 'server/tools',
    folder: 'packages/server/src/tools',
    imports: [...contract, 'server/ports', 'node:*'],
  },
  {
    name: 'server/secrets',
    folder: 'packages/server/src/secrets',
    imports: [...contract, 'server/ports', 'node:*'],
  },
  {
    name: 'server/outbound',
    folder: 'packages/server/src/outbound',
    imports: [...contract, 'node:*', 'undici', 'ipaddr.js'],
  },
  {
    name: 'server/views',
    folder: 'packages/server/src/views',
    imports: [...contract, 'server/ports', 'node:*'],
  },
  {
    name: 'server/agents',
    folder: 'packages/server/src/agents',
    imports: [...contract, 'server/ports', 'server/records', 'node:*'],
  },
  {
    name: 'server/http',
    folder: 'packages/server/src/http',
    imports: [
      ...contract,
      'server/ports',
      'server/records',
      'server/commands',
      'server/queries',
      'server/views',
      'server/integrity/export',
      'server/local-server',
      'server/json',
      'node:*',
      'hono',
      '@hono/*',
    ],
  },
  {
    name: 'server/cli',
    folder: 'packages/server/src/cli',
    imports: [
      ...contract,
      'server/main.ts',
      'server/serve.ts',
      'server/create-import.ts',
      'server/config.ts',
      'server/ports',
      'server/integrity',
      'server/extensions',
      'server/secrets',
      'server/views',
      'server/local-server',
      'server/files',
      'node:*',
      'string-width',
      'wrap-ansi',
      'eventsource-parser',
    ],
  },
  {
    name: 'server/workspaces',
    folder: 'packages/server/src/workspaces',
    imports: [...contract, 'server/ports', 'server/records', 'node:*'],
  },
  {
    name: 'server/workers',
    folder: 'packages/server/src/workers',
    imports: [...contract, 'server/ports', 'node:*', 'node:sqlite'],
  },
  { name: 'server/json', folder: 'packages/server/src/json', imports: ['node:*'] },
  { name: 'server/files', folder: 'packages/server/src/files', imports: ['node:*'] },
  { name: 'server/local-server', folder: 'packages/server/src/local-server', imports: ['node:*'] },
  { name: 'server/logging', folder: 'packages/server/src/logging', imports: ['server/ports', 'node:*', 'pino'] },
  {
    name: 'server/settings.ts',
    folder: 'packages/server/src/settings.ts',
    imports: [...contract, 'server/ports', 'node:*'],
  },
  {
    name: 'server/config.ts',
    folder: 'packages/server/src/config.ts',
    imports: [...contract, 'server/ports', 'server/settings.ts', 'node:*'],
  },
  {
    name: 'server/main.ts',
    folder: 'packages/server/src/main.ts',
    imports: [...contract, 'server/*', 'node:*'],
  },
  {
    name: 'server/create-import.ts',
    folder: 'packages/server/src/create-import.ts',
    imports: [...contract, 'server/*', 'node:*'],
  },
  {
    name: 'server/serve.ts',
    folder: 'packages/server/src/serve.ts',
    imports: [...contract, 'server/*', 'node:*'],
  },

  { name: 'web/api', folder: 'packages/web/src/api', imports: contract },
  { name: 'web/store', folder: 'packages/web/src/store', imports: [...contract, 'web/api'] },
  { name: 'web/ui', folder: 'packages/web/src/ui', imports: ['any library'] },
  {
    name: 'web/components',
    folder: 'packages/web/src/components',
    imports: [...contract, 'web/store', 'web/ui', 'any library'],
  },
  { name: 'web/screens', folder: 'packages/web/src/screens', imports: [...contract, 'web/*', 'any library'] },
  { name: 'web/main.tsx', folder: 'packages/web/src/main.tsx', imports: [...contract, 'web/*', 'any library'] },
  { name: 'web/styles.css', folder: 'packages/web/src/styles.css', imports: [] },
  // A page of all components, for developers: not a part of the product.
  { name: 'gallery', folder: 'gallery', imports: [...contract, 'web/*', 'any library'] },
  { name: 'web/vite.config.ts', folder: 'packages/web/vite.config.ts', imports: ['any library', 'node:module'] },
];

/** A module of Node that means a database: `node:*` does not cover it. */
export const ownedModules = ['node:sqlite'];

/** The one file that loads modules that a setting names. */
export const loadsForeign = 'packages/server/src/extensions/load-extensions.ts';

/** The one file that loads every command and query, by the names of their files. */
export const loadsOperations = 'packages/server/src/http/load-operations.ts';

/** Hooks are the only place where the store uses React. */
export const reactInStore = /^packages\/web\/src\/store\/(.*\/)?use-[^/]*\.tsx?$/;

export const packages: Record<string, string> = {
  '@retinue/protocol': 'protocol',
  '@retinue/server': 'server/main.ts',
  '@retinue/server/extension': 'server/extension.ts',
};
