import assert from 'node:assert/strict';
import { localWorkspaceId } from '@retinue/protocol';
import { createImport } from '../../../packages/server/src/create-import.ts';
import { type ImportBounds, importBounds } from '../../../packages/server/src/integrity/import/import-bounds.ts';
import type { ImportedChat } from '../../../packages/server/src/ports/log/import.ts';
import type { TestApp } from './test-app.ts';

type Pieces = readonly Uint8Array[] | AsyncIterable<Uint8Array>;
type Given = { text: string | Pieces; maxBytes?: number; fileBounds?: Partial<ImportBounds> };

/** Imports a file as its owner would, and returns the outcome. */
export async function tryImport(app: TestApp, given: string | Given) {
  const { text, maxBytes = 64 * 1024 * 1024, fileBounds } = typeof given === 'string' ? { text: given } : given;
  const run = createImport(app.retinue, () => () => ({}), { ...importBounds, ...fileBounds });
  const context = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId: null } as const;
  return run(context, { role: 'owner', maxBytes, file: piecesOf(text) });
}

export async function importInto(app: TestApp, text: string): Promise<ImportedChat> {
  const imported = await tryImport(app, text);
  if ('code' in imported) assert.fail(imported.code);
  return imported;
}

async function* piecesOf(text: string | Pieces): AsyncGenerator<Uint8Array> {
  if (typeof text !== 'string') return yield* text;
  const bytes = Buffer.from(text);
  // A length that cuts characters and escapes in two.
  for (let at = 0; at < bytes.length; at += 1021) yield bytes.subarray(at, at + 1021);
}
