import { loadTree } from '../../commands/load.ts';
import { taskViews } from '../../views/tasks.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listTasks = defineQuery({
  name: 'listTasks',
  load: loadTree,
  answer({ query }, tree) {
    const tasks = taskViews(tree);
    return pageOf(query.type ? tasks.filter(({ type }) => type === query.type) : tasks, query);
  },
});
