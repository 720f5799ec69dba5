import assert from 'node:assert/strict';
import { localWorkspaceId } from '@retinue/protocol';
import { createImport } from '../../packages/server/src/open-import.ts';
import type { ImportedChat } from '../../packages/server/src/ports/import.ts';
import type { House } from './house.ts';

type Pieces = readonly Uint8Array[] | AsyncIterable<Uint8Array>;
type Given = { text: string | Pieces; maxBytes?: number };

/** Imports a file as its owner would, and says what came of it. */
export async function tryImport(house: House, given: string | Given) {
  const { text, maxBytes = 64 * 1024 * 1024 } = typeof given === 'string' ? { text: given } : given;
  const run = createImport(house.retinue, () => () => ({}));
  const wish = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId: null } as const;
  return run(wish, { role: 'owner', maxBytes, file: piecesOf(text) });
}

export async function importInto(house: House, text: string): Promise<ImportedChat> {
  const imported = await tryImport(house, text);
  if ('failure' in imported) assert.fail(imported.words);
  if ('code' in imported) assert.fail(imported.code);
  return imported;
}

async function* piecesOf(text: string | Pieces): AsyncGenerator<Uint8Array> {
  if (typeof text !== 'string') return yield* text;
  const bytes = Buffer.from(text);
  // Of a length that cuts characters and escapes in two.
  for (let at = 0; at < bytes.length; at += 1021) yield bytes.subarray(at, at + 1021);
}
