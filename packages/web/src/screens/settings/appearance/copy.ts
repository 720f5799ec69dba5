export const appearanceCopy = {
  title: 'Theme',
  lead: 'Stored in this browser only.',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  notifications: {
    title: 'Notifications',
    lead: 'For questions and finished chats while this page is in the background.',
  },
};
