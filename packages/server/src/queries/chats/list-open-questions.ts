import type { Refusal, ThreadId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { soundOrNull } from '../../ports/log/damage.ts';
import type { QuestionRow } from '../../ports/log/read-models.ts';
import { describeQuestions } from '../../views/questions.ts';
import { plainQueries } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const openQuestionQueries = plainQueries({
  async listOpenQuestions({ services: { log }, context: { workspaceId, position }, query: { cursor, ...query } }) {
    const open = questionsAfter(await log.readModels.openQuestions(workspaceId), cursor);
    if ('code' in open) return open;
    const page = pageOf(open, query);
    if ('code' in page) return page;
    const last = page.cursor === null ? undefined : page.results.at(-1);
    const threadOf = (threadId: ThreadId) => soundOrNull(log.thread(workspaceId, threadId));
    return {
      results: await describeQuestions(page.results, threadOf),
      cursor: last ? `${last.askedPosition}.${last.questionId}` : null,
      position,
    };
  },
});

/** The cursor names the last question of its page, so the next page skips none when questions were answered meanwhile. */
function questionsAfter(open: readonly QuestionRow[], cursor: string | undefined): readonly QuestionRow[] | Refusal {
  if (cursor === undefined) return open;
  const [, position, questionId] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (!questionId) return refuse('bad-cursor');
  const after = Number(position);
  return open.filter(
    (row) => row.askedPosition > after || (row.askedPosition === after && row.questionId > questionId),
  );
}
