import { refuse } from '@retinue/protocol';
import { loadTree } from '../../commands/load.ts';
import { tasksOf } from '../../projections/tasks.ts';
import { defineQuery } from '../define-query.ts';

export const getTask = defineQuery({
  name: 'getTask',
  load: loadTree,
  answer: ({ params }, tree) =>
    tasksOf(tree).find(({ taskId }) => taskId === params.taskId) ?? refuse('no-such-task', params.taskId),
});
