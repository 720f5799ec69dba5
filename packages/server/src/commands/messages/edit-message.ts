import { refuse } from '@retinue/protocol';
import { defineCommand } from '../define-command.ts';
import { loadRewind, personsMessages, rewindChat } from '../rewind-chat.ts';

/** Replaces a person's message. Everything after it is stopped and taken back. */
export const editMessage = defineCommand({
  name: 'editMessage',
  load: loadRewind,
  decide: (request, { chosen }) =>
    rewindChat(request, chosen, (chat) => {
      const { text, budget } = request.body;
      const edited = personsMessages(chat).find(({ messageId }) => messageId === request.params.messageId);
      if (!edited) return refuse('no-such-message', { messageId: request.params.messageId });
      const message = { messageId: request.services.ids.message(), from: 'person', text, taskId: null } as const;
      return [
        { type: 'thread.rewound', data: { toSeq: edited.seq - 1, isAsked: false } },
        { type: 'message.received', data: { ...message, ...(budget && { budget }) } },
      ];
    }),
});
