import type { ThreadState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { loadTree } from '../../../commands/load.ts';
import { textPieces } from '../../../json/json-pieces.ts';
import { defineEndpoint } from '../../define-endpoint.ts';
import { downloadReply } from '../../download-reply.ts';

export const getBlob = defineEndpoint({
  name: 'getBlob',
  async run(request) {
    const { services, params, http, incoming } = request;
    const tree = await loadTree(request);
    if ('code' in tree) return tree;
    const isNamed = Object.values(tree.threads).some((thread) => names(thread, params.hash));
    const content = isNamed ? await services.log.feed.getBlob(params.hash) : null;
    if (content === null) return refuse('no-such-result', { hash: params.hash });
    const pieces = async function* () {
      yield* textPieces(content);
    };
    return downloadReply(incoming, { pieces, headers, clock: services.clock, logger: http.logger });
  },
});

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'content-disposition': 'attachment; filename="result.txt"',
  'cache-control': 'no-store',
};

function names(thread: ThreadState, hash: string): boolean {
  return thread.items.some(
    (item) =>
      item.type === 'step' &&
      item.calls.some(({ output, late }) => output?.blob === hash || late?.output?.blob === hash),
  );
}
