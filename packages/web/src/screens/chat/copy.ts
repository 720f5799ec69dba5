import { formatCount } from '../../store/usage/figures.ts';

export const chatCopy = {
  opening: 'Opening chat…',
  chat: 'Chat',
  messages: 'Messages',
  deletedBar: 'This chat was deleted. You can read and copy it until you leave this page.',
  missingTitle: 'Chat not found',
  missing: 'It may have been deleted. Choose another chat, or start a new one.',
  failedTitle: 'Could not load this chat',
  retry: 'Retry',
  unsentText: 'Your unsent message',
  viewer: 'You can read this chat. Only editors and owners can write.',
  messageWhenStopped: 'Add a message for when work resumes',
  messageForNextStep: 'Add a message for the next step',
  reply: 'Reply',
  subAgents: (count: number) => `${formatCount(count, 'sub-agent')} · `,
  total: (cost: string) => `Whole chat: ${cost}`,
  importedBy: (actor: string, ago: string) => `Imported by ${actor} · ${ago}`,
  paneWidth: 'Side pane width',
  subAgentThread: 'Sub-agent thread',
} as const;
