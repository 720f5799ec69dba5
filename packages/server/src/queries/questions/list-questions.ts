import { loadTree } from '../../commands/load.ts';
import { questionsOf } from '../../views/questions.ts';
import { defineQuery } from '../define-query.ts';
import { pageOf } from '../pages.ts';

export const listQuestions = defineQuery({
  name: 'listQuestions',
  load: loadTree,
  answer: ({ query }, tree) => pageOf(questionsOf(tree), query),
});
