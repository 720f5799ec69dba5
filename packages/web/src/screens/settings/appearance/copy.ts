export const appearanceCopy = {
  title: 'Appearance',
  lead: 'Stored in this browser only.',
  themes: { label: 'Color scheme', system: 'System', light: 'Light', dark: 'Dark' },
  notifications: {
    title: 'Notifications',
    lead: 'Shown when an agent asks a question or a chat ends while this page is in the background.',
  },
};
