import type { ThreadId } from '@retinue/protocol';
import { soundOrNull } from '../../ports/damage.ts';
import { describeQuestions } from '../../projections/questions.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listOpenQuestions = defineQuery({
  name: 'listOpenQuestions',
  async answer({ services: { log }, context: { workspaceId }, query }) {
    const page = pageOf(await log.openQuestions(workspaceId), query);
    if ('code' in page) return page;
    const threadOf = (threadId: ThreadId) => soundOrNull(log.thread(workspaceId, threadId));
    return { results: await describeQuestions(page.results, threadOf), cursor: page.cursor };
  },
});
