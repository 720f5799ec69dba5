import { refuse } from '@retinue/protocol';
import { defineCommand } from '../define-command.ts';
import { loadRewind, personsMessages, rewindChat } from '../rewind-chat.ts';

/** Answers the last message of a person again. */
export const regenerate = defineCommand({
  name: 'regenerate',
  load: loadRewind,
  decide: (request, { chosen }) =>
    rewindChat(request, chosen, (chat) => {
      const last = personsMessages(chat).at(-1);
      if (!last) return refuse('nothing-to-regenerate', { chatId: chat.threadId });
      return [{ type: 'thread.rewound', data: { toSeq: last.seq, isAsked: true } }];
    }),
});
