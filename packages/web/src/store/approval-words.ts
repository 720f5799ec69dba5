import type { ApprovalRule, Reach } from '@retinue/protocol';

/** What a tool touches, for people. */
export const reachWords: Record<Reach, { is: string; label: string; help: string }> = {
  internal: {
    is: 'Stays inside',
    label: 'Inside',
    help: 'Reads, works out and draws within this Retinue.',
  },
  outbound: {
    is: 'Reaches outside',
    label: 'Outside',
    help: 'Sends something to, or changes something on, another machine.',
  },
  exec: {
    is: 'Runs programs',
    label: 'Running programs',
    help: 'Runs commands, or code that somebody or some model wrote.',
  },
  admin: {
    is: 'Changes the set-up',
    label: 'The set-up',
    help: 'Changes agents, providers or the workspace. Only an owner can approve it.',
  },
};

export const ruleWords: Record<ApprovalRule, { short: string; long: string }> = {
  allow: { short: 'allow', long: 'Allow' },
  ask: { short: 'ask', long: 'Ask a person first' },
  deny: { short: 'never', long: 'Never' },
};
