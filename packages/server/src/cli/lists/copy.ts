/** Column headers of `stats`. */
export const statsHeaders = {
  agents: ['agent', 'threads', 'steps', 'in', 'out', '~est', 'worked', 'tasks', 'success', 'retries', 'tokens'],
  outcomes: ['tasks of', 'done', 'failed', 'canceled', 'empty', 'asked', 'median', 'p95', 'cost', 'success'],
  days: ['day (UTC)', 'chats', 'tasks', 'success', 'worked', 'tokens', ''],
};
