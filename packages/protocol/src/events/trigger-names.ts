/** Moments of a chat that webhooks and hooks can react to. */
export const triggerNames = [
  'on-user-message',
  'on-new-task',
  'on-sub-agent-message',
  'on-sub-agent-tool',
  'on-task-completed',
  'on-task-waiting',
] as const;
export type TriggerName = (typeof triggerNames)[number];

/** Descriptions, for people. */
export const triggerDescriptions: Record<TriggerName, string> = {
  'on-user-message': 'A person sent a message to a chat or to one of its sub-agents.',
  'on-new-task': 'An agent delegated a task, or a task is retried.',
  'on-sub-agent-message': 'A sub-agent sent a message.',
  'on-sub-agent-tool': 'A sub-agent calls a tool.',
  'on-task-completed': 'A task ended: done, failed or canceled.',
  'on-task-waiting': 'A sub-agent asks a person. So does the chat itself, then without a task.',
};
