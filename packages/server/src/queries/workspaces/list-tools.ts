import { defineQuery } from '../define-query.ts';

export const listTools = defineQuery({
  name: 'listTools',
  answer({ services }) {
    const tools = [...services.tools.list(), askUser];
    return { results: tools.map(({ name, description, effect, reach }) => ({ name, description, effect, reach })) };
  },
});

/** The engine handles it itself, without a tool. Agents get it like the others. */
const askUser = {
  name: 'askUser',
  description: 'Ask the person who started the chat a question if you need the answer to continue.',
  effect: 'idempotent',
  reach: 'internal',
} as const;
