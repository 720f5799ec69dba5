import { budgetCopy } from '../../../components/forms/copy.ts';

const minutes = (from: string, to: string) => `must be between ${from} and ${to}, in minutes`;

const stopAll = {
  message: 'Running work is canceled. Messages, answers and approvals are kept until you resume.',
  action: 'Stop all work',
};

export const workspaceCopy = {
  form: 'Workspace',
  title: 'Workspace',
  labels: {
    name: 'Name',
    maxDepth: 'Delegation depth',
    defaultAgentId: 'Default agent',
    approvals: 'Approval rules',
    deniedTools: 'Denied tools',
    'limits.maxChildrenAtOnce': 'Parallel sub-agents',
    'limits.maxTasksPerTurn': 'Tasks per message',
    'limits.maxSteps': 'Steps per task',
    'limits.maxTokens': 'Tokens per task',
    'limits.maxWorkMs': 'Task time limit',
    'limits.idleMs': 'Model response timeout',
    'limits.maxOutputChars': 'Maximum output per step',
    'limits.approvalLapseMs': 'Approval time limit',
    'limits.compactAtTokens': 'Summarize prompts above',
    'limits.maxNoticeTurns': 'Turns from background results',
    'limits.providerRetryMs': 'Retry provider errors for',
    'limits.budget.tokens': budgetCopy.labels.tokens,
    'limits.budget.costMicros': budgetCopy.labels.costMicros,
    'limits.budget.workMs': budgetCopy.labels.workMs,
    'limits.budget.calls': budgetCopy.labels.calls,
    'limits.budget.tasks': budgetCopy.labels.tasks,
  },
  defaultAgent: 'New chats start with this agent.',
  delegation: {
    title: 'Delegation',
    lead: 'How deep agents may delegate.',
    note: 'Open chats keep their depth. Each level can multiply the cost of a message.',
    choice: (depth: number) => (depth === 0 ? '0 (off)' : depth === 1 ? '1 level' : `${depth} levels`),
    help: (depth: number) => {
      if (depth === 0) return 'The agent you talk to works alone.';
      if (depth === 1) return 'The agent you talk to can delegate. Its sub-agents cannot.';
      return `Sub-agents can delegate too, up to ${depth} levels deep.`;
    },
  },
  approvals: {
    title: 'Approvals',
    lead: 'Agents can have their own rules.',
    help: 'For new chats. Open chats keep their rules.',
  },
  denied: { title: 'Denied tools', lead: 'No agent can use these tools, not even in open chats.', subject: 'tools' },
  limits: {
    title: 'Limits',
    lead: 'Safety limits for new chats. Empty fields use the default shown.',
    none: 'No limit',
    help: {
      'limits.maxChildrenAtOnce': '1 to 100 for each agent. Others wait.',
      'limits.maxTasksPerTurn': '1 to 10,000.',
      'limits.maxSteps': '1 to 1,000 model calls.',
      'limits.maxTokens': '1 or more.',
      'limits.maxWorkMs': 'Minutes, up to 1 week. Time spent waiting does not count.',
      'limits.idleMs': 'Minutes, up to 1 day. Retry if the model sends nothing for this long.',
      'limits.maxOutputChars': '1,000 characters or more.',
      'limits.approvalLapseMs': 'Minutes, up to 1 year. Then the agent must ask again.',
      'limits.compactAtTokens': '1,000 to 10,000,000 tokens. The chat keeps its full text.',
      'limits.maxNoticeTurns': '0 to 1,000 for each message. Later results wait for the next turn.',
      'limits.providerRetryMs': 'Minutes, up to 1 day. 0 fails at the first outage or rate limit.',
    },
    ranges: {
      maxWorkMs: minutes('1 second', '1 week'),
      idleMs: minutes('1 second', '1 day'),
      approvalLapseMs: minutes('1 second', '1 year'),
      providerRetryMs: minutes('0', '1 day'),
    },
  },
  budget: {
    title: 'Budget per message',
    lead: 'The most one message may spend, sub-agents included. Then agents report their findings.',
  },
  stop: {
    title: 'Stop all work',
    lead: 'Cancels everything that runs. Nothing starts until you resume.',
    stop: { workspace: 'Stop work in this workspace', server: 'Stop work on this server' },
    resume: { workspace: 'Resume work in this workspace', server: 'Resume work on this server' },
    confirm: {
      workspace: { ...stopAll, title: 'Stop all work in this workspace?' },
      server: { ...stopAll, title: 'Stop all work on this server?' },
    },
  },
};
