export const storageCopy = {
  backup: {
    title: 'Backup',
    lead: 'All workspaces, chats and agents in one file.',
    action: 'Download backup',
    progress: 'Backup progress',
    restore: 'To restore it, stop the server and run `retinue restore` with the file.',
  },
  import: {
    title: 'Import chat',
    lead: 'From a file that Retinue exported, with all sub-agents.',
    file: 'Chat file',
    action: 'Choose file',
    busy: 'Importing…',
    done: 'Chat imported',
    doneStopped: 'Chat imported. Its open work was canceled.',
  },
  verify: {
    title: 'Verify',
    lead: 'Check the database for inconsistencies.',
    action: 'Verify database',
    busy: 'Verifying…',
    progress: 'Verification progress',
    ok: 'No problems found.',
    problems: (count: number) => (count === 1 ? '1 problem found:' : `${count} problems found:`),
  },
  link: {
    title: 'Sign in another browser',
    lead: 'Creates a link that signs in a second browser or phone.',
    action: 'Create link',
    another: 'Create another link',
    copy: 'Copy link',
    note: (time: string) => `Works once, until ${time}. Anyone with this link is signed in as you.`,
  },
  signOut: {
    title: 'Sign out',
    lead: 'Signs out this browser only. Running work continues.',
    confirm: {
      title: 'Sign out of this browser?',
      message: 'To sign in again, create a link in another signed-in browser, or run retinue link on the server.',
      action: 'Sign out',
    },
  },
};
