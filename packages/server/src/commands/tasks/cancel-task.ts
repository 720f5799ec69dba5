import { cancelWorkBelow } from '../cancel-work-below.ts';
import { defineCommand } from '../define-command.ts';
import { loadTask } from '../load.ts';

/** Stops one task and everything below it. Its siblings continue. */
export const cancelTask = defineCommand({
  name: 'cancelTask',
  async load(request) {
    const task = await loadTask(request);
    return 'code' in task ? task : { ...task, threads: [task.childThreadId, task.parentThreadId] };
  },
  decide: (request, { childThreadId, taskId }) => cancelWorkBelow(request, childThreadId, taskId),
});
