import { refuse } from '@retinue/protocol';
import { loadTree } from '../../commands/load.ts';
import { taskViews } from '../../views/tasks.ts';
import { defineQuery } from '../define-query.ts';

export const getTask = defineQuery({
  name: 'getTask',
  load: loadTree,
  answer: ({ params }, tree) =>
    taskViews(tree).find(({ taskId }) => taskId === params.taskId) ?? refuse('no-such-task', { taskId: params.taskId }),
});
