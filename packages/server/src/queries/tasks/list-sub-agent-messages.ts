import { loadSubAgent } from '../../commands/load.ts';
import { messageWriters } from '../../views/messages.ts';
import { defineQuery } from '../define-query.ts';
import { writtenPageOf } from '../pages.ts';

export const listSubAgentMessages = defineQuery({
  name: 'listSubAgentMessages',
  load: loadSubAgent,
  answer: ({ query }, thread) => writtenPageOf(messageWriters(thread), query),
});
