import { questionIdSchema, taskIdSchema } from '@retinue/protocol';
import { soundOrNull } from '../../ports/log/damage.ts';
import { plainQueries } from '../define-query.ts';

export const idQueries = plainQueries({
  async findById({ services: { log }, context: { workspaceId }, query: { id } }) {
    const taskId = taskIdSchema.safeParse(id);
    const task = taskId.success ? await log.readModels.findTask(workspaceId, taskId.data) : null;
    if (task) return { results: [{ id, chatId: task.rootId }] };
    const questionId = questionIdSchema.safeParse(id);
    const question = questionId.success ? await log.readModels.findQuestion(workspaceId, questionId.data) : null;
    if (question) return { results: [{ id, chatId: question.rootId }] };
    const threadIds = await log.readModels.threadsNamed(workspaceId, id, maxFound);
    const threads = await Promise.all(threadIds.map((threadId) => soundOrNull(log.thread(workspaceId, threadId))));
    // A damaged chat is found too: its other commands report the damage.
    return { results: threadIds.map((found, index) => ({ id: found, chatId: threads[index]?.rootId ?? found })) };
  },
});

const maxFound = 5;
