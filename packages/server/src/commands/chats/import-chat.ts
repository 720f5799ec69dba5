import { createHash, type Hash } from 'node:crypto';
import { refuse } from '@retinue/protocol';
import { defineCommand } from '../define-command.ts';

/** Reads the file as it arrives. The key of the request covers what was read, so it is known at the end. */
export const importChat = defineCommand({
  name: 'importChat',
  async execute({ services, context: { workspaceId, actor, role, commandId, once, upload } }) {
    const { maxBytes } = upload;
    const hash = createHash('sha256');
    const kept = once && { once: () => ({ ...once, request: `${once.request} ${hash.digest('base64url')}` }) };
    const given = { role, maxBytes, file: hashed(upload.pieces(), hash) };
    const imported = await services.importChat({ workspaceId, actor, commandId, ...kept }, given);
    if (!('failure' in imported)) return imported;
    const { failure, words } = imported;
    return refuse(failure, failure === 'too-large' ? String(Math.round(maxBytes / 1024)) : words);
  },
});

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
