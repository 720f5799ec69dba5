export const questionsCopy = {
  needsAnswer: 'Needs your answer',
  question: 'Question',
  askingParent: 'Asking its parent…',
  notAnswered: 'Not answered.',
  notAnsweredCanceled: 'Not answered. The task was canceled.',
  answeredBy: 'Answered by',
  viewerAnswer: 'Waiting for an editor or owner to answer.',
  yourAnswer: 'Your answer',
  ownAnswer: 'Another answer',
  answer: 'Answer',
  sending: 'Sending…',

  needsApproval: 'Needs your approval',
  opening: 'Opening…',
  noDecision: 'Closed without a decision',
  decision: (isApproved: boolean, who: string, reason: string) =>
    `${isApproved ? 'Approved' : 'Refused'} by ${who}${reason === '' ? '' : `: ${reason}`}`,
} as const;
