import { createHash, type Hash } from 'node:crypto';
import { checkType, wholeBody } from '../guards/read-request.ts';
import type { Handlers } from '../http-context.ts';
import { HttpProblem, refused } from '../problems.ts';

/** Reads the body as it arrives. The key of the request covers what was read, so it is known at the end. */
export const importHandler: Handlers<'importChat'>['importChat'] = async (
  { services, settings },
  { params },
  requestContext,
) => {
  const { request } = requestContext;
  checkType(request);
  const maxBytes = settings.largeBodyBytes;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const { once, role, ...commandContext } = requestContext.commandContext(params.workspaceId);
  const hash = createHash('sha256');
  const kept = once && { once: () => ({ ...once, request: `${once.request} ${hash.digest('base64url')}` }) };
  const file = hashed(wholeBody(request), hash);
  const imported = await services.importChat({ ...commandContext, ...kept }, { role, maxBytes, file });
  if ('code' in imported) throw refused(imported);
  if (!('failure' in imported)) return imported;
  if (imported.failure === 'too-large') throw tooLarge(maxBytes);
  if (imported.failure === 'too-many-imports')
    throw new HttpProblem(429, imported.failure, `${imported.words}. Nothing was changed.`, { 'retry-after': '5' });
  throw new HttpProblem(400, imported.failure, `This can't be imported: ${imported.words}. Nothing was changed.`);
};

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, 'too-large', `The body is larger than ${Math.round(maxBytes / 1024)} KB. Send less.`);
}
