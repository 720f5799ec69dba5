/** Labels of the statuses of threads, tasks and calls. */
export const statusLabels = {
  pending: 'Queued',
  requested: 'Queued',
  running: 'Running',
  active: 'Running',
  waiting: 'Waiting for you',
  waiting_for_user: 'Waiting for you',
  idle: 'Done',
  completed: 'Done',
  success: 'Done',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Canceled',
  interrupted: 'Interrupted',
} as const;
