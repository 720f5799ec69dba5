export const approvalsCopy = {
  allow: 'Allow',
  askedBy: 'Requested by ',
  arguments: 'Arguments',
  viewerApproval: 'Waiting for an editor or owner to decide.',
  approve: 'Approve',
  askAgain: 'Request again',
  startRefusal: 'Refuse…',
  refuse: 'Refuse',
  back: 'Back',
  reason: 'Reason',
  reasonHint: 'Reason for the agent (optional)',
} as const;
