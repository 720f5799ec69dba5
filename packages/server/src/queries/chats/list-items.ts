import { loadThread } from '../../commands/load.ts';
import { defineQuery } from '../define-query.ts';
import { limitOf } from '../pages.ts';

export const listItems = defineQuery({
  name: 'listItems',
  load: loadThread,
  answer({ query }, { items }) {
    const earlier = items.slice(0, Math.min(query.before ?? items.length, items.length));
    const from = Math.max(0, earlier.length - limitOf(query));
    return { items: earlier.slice(from), from };
  },
});
