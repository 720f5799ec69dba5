export const alertsCopy = {
  notificationsOn: 'Turn on notifications',
  notificationsOff: 'Turn off notifications',
  notificationsBlocked: "Notifications are blocked for this site. Allow them in your browser's site settings.",
  notificationsMissing: 'Notifications need HTTPS or a server on this machine.',
} as const;
