export const appCopy = {
  productName: 'Retinue',
  signingIn: 'Signing in…',
  unreachableTitle: 'The server is not responding',
  unreachable: 'Check that it is running, then retry.',
  retry: 'Retry',
  signedOutTitle: 'This browser is not signed in',
  skip: 'Skip to content',
  closeChats: 'Close chat list',
  showChats: 'Show chat list',
  search: 'Search',
  shortcuts: 'Keyboard shortcuts',
  nothingWaiting: 'Nothing is waiting for you.',
} as const;
