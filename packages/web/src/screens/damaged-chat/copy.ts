export const damagedChatCopy = {
  damagedTitle: 'This chat is damaged',
  exportChat: 'Export chat',
  deleteChat: 'Delete chat',
  retry: 'Retry',
} as const;
