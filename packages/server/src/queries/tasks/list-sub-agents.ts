import { loadTree } from '../../commands/load.ts';
import { subAgentsOf } from '../../views/sub-agents.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listSubAgents = defineQuery({
  name: 'listSubAgents',
  load: loadTree,
  answer: ({ query }, tree) => pageOf(subAgentsOf(tree), query),
});
