import type { ApprovalRule, BudgetKind, Reach } from '@retinue/protocol';

export const formFrameCopy = {
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  unsaved: 'Unsaved changes',
  back: 'Back',
  problems: (count: number) => (count === 1 ? 'Fix 1 field to save.' : `Fix ${count} fields to save.`),
  ownersOnly: 'Only owners can change these.',
  leave: {
    title: 'Leave without saving?',
    text: 'Your unsaved changes will be lost.',
    action: 'Leave without saving',
    stay: 'Keep editing',
  },
  conflict: {
    label: 'Changed elsewhere',
    title: 'Changed elsewhere while you were editing.',
    text: 'Your changes are not saved yet. Choose a value for each field, then save.',
    yours: 'Yours',
    theirs: 'Saved elsewhere',
    keepYours: 'Keep yours',
    useTheirs: 'Use saved value',
    empty: 'Empty',
  },
};

export const fetchingCopy = {
  loading: (subject: string) => `Loading ${subject}…`,
  failed: (subject: string) => `Could not load ${subject}`,
  retry: 'Retry',
};

export const budgetCopy: {
  labels: Record<BudgetKind, string>;
  help: Partial<Record<BudgetKind, string>>;
  ranges: Record<'costMicros' | 'workMs', string>;
  unlimited: string;
} = {
  labels: {
    tokens: 'Tokens',
    costMicros: 'Cost in US dollars',
    workMs: 'Work time in minutes',
    calls: 'Tool calls',
    tasks: 'Tasks',
  },
  help: {
    costMicros: 'Models without a price count toward tokens only.',
    workMs: 'Time spent waiting does not count.',
    tasks: '0 turns delegation off.',
  },
  ranges: { costMicros: 'must be 0 or more', workMs: 'must be 0 or more' },
  unlimited: 'No limit',
};

export const reachCopy: Record<Reach, { tag: string; label: string; help: string }> = {
  internal: { tag: 'Internal', label: 'Internal tools', help: 'Read, calculate and draw within Retinue.' },
  outbound: { tag: 'External', label: 'External tools', help: 'Send data to another machine, or change data there.' },
  exec: { tag: 'Runs code', label: 'Tools that run code', help: 'Run commands or code.' },
  admin: {
    tag: 'Administration',
    label: 'Administration tools',
    help: 'Agents, providers, workspace settings. Only owners can approve these.',
  },
};

export const ruleCopy: Record<ApprovalRule, string> = { allow: 'Allow', ask: 'Ask first', deny: 'Deny' };
