import type { ThreadState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { loadTree } from '../../commands/load.ts';
import { defineQuery } from '../define-query.ts';

export const getBlob = defineQuery({
  name: 'getBlob',
  load: loadTree,
  async answer({ services, params: { hash } }, tree) {
    const isNamed = Object.values(tree.threads).some((thread) => names(thread, hash));
    const content = isNamed ? await services.log.feed.getBlob(hash) : null;
    if (content === null) return refuse('no-such-result', { hash });
    return new Response(content, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="result.txt"',
        'cache-control': 'no-store',
      },
    });
  },
});

function names(thread: ThreadState, hash: string): boolean {
  return thread.items.some(
    (item) =>
      item.type === 'step' &&
      item.calls.some(({ output, late }) => output?.blob === hash || late?.output?.blob === hash),
  );
}
