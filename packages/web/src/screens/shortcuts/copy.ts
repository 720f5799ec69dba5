export const shortcutsCopy = {
  title: 'Keyboard shortcuts',
  keys: {
    palette: 'Find a chat or an action',
    newChat: 'New chat',
    inbox: 'Open inbox',
    composer: 'Go to the message box',
    nextQuestion: 'Go to the next open question',
    stop: 'Stop chat',
    tasks: 'Previous or next task in the side pane',
    close: 'Close dialog or panel',
    send: 'Send message',
    newLine: 'New line',
    shortcuts: 'Show keyboard shortcuts',
  },
} as const;
