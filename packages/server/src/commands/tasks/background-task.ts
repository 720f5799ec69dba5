import type { Fact } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { answerAtOnce } from '../../transitions/background.ts';
import { defineCommand } from '../define-command.ts';
import { loadTask } from '../load.ts';
import { taskOfParent } from '../task-of-parent.ts';

/** Moves a running task to the background: its call ends now, so that the parent need not wait for it. */
export const backgroundTask = defineCommand({
  name: 'backgroundTask',
  load: loadTask,
  decide({ view }, row) {
    const found = taskOfParent(view, row);
    if ('code' in found) return found;
    const { parent, task, call } = found;
    const { taskId } = row;
    if (task.outcome) return refuse('task-ended', { taskId });
    if (task.isBackground) return { entries: [], reply: {} };
    const { callId, step } = call;
    const isOpen = parent.openCalls.some((open) => open.callId === callId);
    const moved: Fact = { type: 'task.backgrounded', data: { callId, step, taskId } };
    const facts = isOpen ? [moved, answerAtOnce(callId, step, taskId)] : [moved];
    return { entries: [{ threadId: parent.threadId, guard: 'exists', facts }], reply: {} };
  },
});
