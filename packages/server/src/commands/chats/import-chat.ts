import { createHash, type Hash } from 'node:crypto';
import { directCommands } from '../define-command.ts';

/** Reads the file as it arrives. The key of the request covers what was read, so it is known at the end. */
export const chatImports = directCommands({
  async importChat({ services, context: { workspaceId, actor, role, commandId, idempotency, upload } }) {
    const { maxBytes } = upload;
    const hash = createHash('sha256');
    const kept = idempotency && {
      idempotency: () => ({ ...idempotency, request: `${idempotency.request} ${hash.digest('base64url')}` }),
    };
    const given = { role, maxBytes, file: hashed(upload.pieces(), hash) };
    return services.importChat({ workspaceId, actor, commandId, ...kept }, given);
  },
});

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
