/**
 * Who may import whom. Read aloud: everything may know the words; only `main.ts` knows who is who;
 * the engine never hears of HTTP, SQL or a vendor. A room may always import itself.
 *
 * In `imports` stands the name of another room, of a library (`hono`, or `@ai-sdk/*` for a family), or of a module of
 * Node. `node:*` is every module of Node but those that only their owners may import.
 */
export type Room = { name: string; folder: string; imports: string[] };

const calm = ['node:assert', 'node:async_hooks', 'node:buffer', 'node:crypto', 'node:events', 'node:timers/promises'];
const words = ['protocol', 'zod'];
const pure = ['server/ports', 'server/rights', 'server/prompts', 'server/transitions'];

export const rooms: Room[] = [
  { name: 'protocol', folder: 'packages/protocol', imports: ['zod'] },

  { name: 'server/ports', folder: 'packages/server/src/ports', imports: [...words, ...calm, 'node:os'] },
  { name: 'server/rights', folder: 'packages/server/src/rights', imports: ['protocol', 'server/ports'] },
  { name: 'server/prompts', folder: 'packages/server/src/prompts', imports: ['protocol', 'server/rights'] },
  {
    name: 'server/transitions',
    folder: 'packages/server/src/transitions',
    imports: [...words, 'server/ports', 'server/rights', 'server/prompts'],
  },
  {
    name: 'server/engine',
    folder: 'packages/server/src/engine',
    // A result is checked against a JSON schema inside the transaction that ends its thread.
    imports: [...words, ...calm, ...pure, '@cfworker/json-schema'],
  },
  {
    name: 'server/commands',
    folder: 'packages/server/src/commands',
    imports: [...words, ...calm, ...pure, 'server/projections'],
  },
  {
    name: 'server/queries',
    folder: 'packages/server/src/queries',
    imports: [...words, 'server/ports', 'server/commands', 'server/projections', 'server/integrity/export'],
  },
  { name: 'server/read-models', folder: 'packages/server/src/read-models', imports: [...words, 'server/ports'] },
  { name: 'server/records', folder: 'packages/server/src/records', imports: [...words, 'server/ports'] },
  {
    name: 'server/log',
    folder: 'packages/server/src/log',
    imports: [
      ...words,
      'server/ports',
      'server/read-models',
      'server/records',
      'server/files',
      'node:*',
      'node:sqlite',
      'pg',
    ],
  },
  // An exported chat is read and written without a store at hand.
  {
    name: 'server/integrity/import',
    folder: 'packages/server/src/integrity/import',
    imports: [...words, 'server/ports', 'server/integrity/export', 'server/transitions', 'server/json', 'node:*'],
  },
  {
    name: 'server/integrity/export',
    folder: 'packages/server/src/integrity/export',
    imports: [...words, 'server/ports', 'server/projections'],
  },
  {
    name: 'server/integrity',
    folder: 'packages/server/src/integrity',
    imports: [
      ...words,
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
    imports: [...words, 'server/ports', 'node:*', 'node:sqlite', 'pg', 'pg-boss'],
  },
  { name: 'server/live', folder: 'packages/server/src/live', imports: [...words, 'server/ports', 'node:*'] },
  {
    name: 'server/models',
    folder: 'packages/server/src/models',
    imports: [...words, 'server/ports', 'server/records', 'node:*', 'ai', '@ai-sdk/*', '@pydantic/genai-prices'],
  },
  {
    name: 'server/search',
    folder: 'packages/server/src/search',
    imports: [...words, 'server/ports', 'server/files', 'node:*', 'node:sqlite', 'pg'],
  },
  // The public API of extensions, and the only part of the server that one imports.
  { name: 'server/extension.ts', folder: 'packages/server/src/extension.ts', imports: [...words, 'server/ports'] },
  {
    name: 'server/extensions',
    folder: 'packages/server/src/extensions',
    imports: [...words, 'server/ports', 'server/extension.ts', 'node:*'],
  },
  { name: 'demo', folder: 'packages/demo', imports: ['server/extension.ts', 'node:*'] },
  {
    name: 'server/triggers',
    folder: 'packages/server/src/triggers',
    imports: [...words, 'server/ports', 'server/records', 'node:*'],
  },
  {
    name: 'server/tools',
    folder: 'packages/server/src/tools',
    imports: [...words, 'server/ports', 'node:*', '@ai-sdk/mcp'],
  },
  {
    name: 'server/secrets',
    folder: 'packages/server/src/secrets',
    imports: [...words, 'server/ports', 'node:*'],
  },
  {
    name: 'server/outbound',
    folder: 'packages/server/src/outbound',
    imports: [...words, 'node:*', 'undici', 'ipaddr.js'],
  },
  {
    name: 'server/projections',
    folder: 'packages/server/src/projections',
    imports: [...words, 'server/ports', 'node:*'],
  },
  {
    name: 'server/agents',
    folder: 'packages/server/src/agents',
    imports: [...words, 'server/ports', 'server/records', 'node:*'],
  },
  {
    name: 'server/http',
    folder: 'packages/server/src/http',
    imports: [
      ...words,
      'server/ports',
      'server/commands',
      'server/queries',
      'server/projections',
      'server/integrity/export',
      'server/here',
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
      ...words,
      'server/main.ts',
      'server/serve.ts',
      'server/open-import.ts',
      'server/config.ts',
      'server/projections',
      'server/integrity/export',
      'server/here',
      'server/files',
      'node:*',
    ],
  },
  {
    name: 'server/workspaces',
    folder: 'packages/server/src/workspaces',
    imports: [...words, 'server/ports', 'node:*'],
  },
  {
    name: 'server/workers',
    folder: 'packages/server/src/workers',
    imports: [...words, 'server/ports', 'node:*', 'node:sqlite'],
  },
  { name: 'server/json', folder: 'packages/server/src/json', imports: ['node:*'] },
  { name: 'server/files', folder: 'packages/server/src/files', imports: ['node:*'] },
  { name: 'server/here', folder: 'packages/server/src/here', imports: ['node:*'] },
  { name: 'server/logging', folder: 'packages/server/src/logging', imports: ['server/ports', 'node:*', 'pino'] },
  { name: 'server/config.ts', folder: 'packages/server/src/config.ts', imports: [...words, 'server/ports', 'node:*'] },
  {
    name: 'server/main.ts',
    folder: 'packages/server/src/main.ts',
    imports: [...words, 'server/*', 'node:*'],
  },
  {
    name: 'server/open-import.ts',
    folder: 'packages/server/src/open-import.ts',
    imports: [...words, 'server/*', 'node:*'],
  },
  {
    name: 'server/serve.ts',
    folder: 'packages/server/src/serve.ts',
    imports: [...words, 'server/*', 'node:*'],
  },

  { name: 'web/api', folder: 'packages/web/src/api', imports: words },
  { name: 'web/store', folder: 'packages/web/src/store', imports: [...words, 'web/api'] },
  { name: 'web/ui', folder: 'packages/web/src/ui', imports: ['any library'] },
  {
    name: 'web/components',
    folder: 'packages/web/src/components',
    imports: [...words, 'web/store', 'web/ui', 'any library'],
  },
  { name: 'web/screens', folder: 'packages/web/src/screens', imports: [...words, 'web/*', 'any library'] },
  { name: 'web/main.tsx', folder: 'packages/web/src/main.tsx', imports: [...words, 'web/*', 'any library'] },
  { name: 'web/styles.css', folder: 'packages/web/src/styles.css', imports: [] },
  // A page of all components, for developers: not a part of the product.
  { name: 'gallery', folder: 'packages/web/gallery', imports: [...words, 'web/*', 'any library'] },
  { name: 'web/vite.config.ts', folder: 'packages/web/vite.config.ts', imports: ['any library', 'node:module'] },
];

/** A module of Node that means a database: `node:*` does not cover it. */
export const ownedModules = ['node:sqlite'];

/** The one file that loads modules that a setting names. */
export const loadsForeign = 'packages/server/src/extensions/load-extensions.ts';

/** The one file that loads every command and query, by the names of their files. */
export const loadsOperations = 'packages/server/src/http/load-operations.ts';

/** Hooks are where the store meets React, and nothing else of the store does. */
export const reactInStore = /^packages\/web\/src\/store\/(.*\/)?use-[^/]*\.tsx?$/;

export const packages: Record<string, string> = {
  '@retinue/protocol': 'protocol',
  '@retinue/server': 'server/main.ts',
  '@retinue/server/extension': 'server/extension.ts',
};
