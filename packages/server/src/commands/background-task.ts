import type { Commands, Fact, TaskId } from '@retinue/protocol';
import { findTask, refuse } from '@retinue/protocol';
import { answerAtOnce } from '../facts/background.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';
import { isHidden } from './is-hidden.ts';

/** A running task goes on in the background: its call ends now, so that the parent need not wait for it. */
export async function backgroundTask(
  { log }: CommandDeps,
  context: CommandContext,
  { taskId }: Commands['backgroundTask'],
): Promise<Reply<{ taskId: TaskId }>> {
  const row = await log.findTask(context.workspaceId, taskId);
  if (!row) return { refusal: refuse('no-such-task', taskId) };
  const threadId = row.parentThreadId;
  const result = await log.decideWithReply(headerOf(context, 'background-task'), [threadId], (view) => {
    const parent = view.thread(threadId);
    if (parent && isHidden(view, parent)) return refuse('no-such-thread', parent.rootId);
    const found = parent && findTask(parent, taskId);
    if (!found) return refuse('no-such-task', taskId);
    const { task, call } = found;
    if (task.outcome) return refuse('task-ended', taskId);
    const reply = { taskId };
    if (task.isBackground) return { entries: [], reply };
    const { callId, step } = call;
    const isOpen = parent.openCalls.some((open) => open.callId === callId);
    const moved: Fact = { type: 'task.backgrounded', data: { callId, step, taskId } };
    const facts = isOpen ? [moved, answerAtOnce(callId, step, taskId)] : [moved];
    return { entries: [{ threadId, guard: 'exists', facts }], reply };
  });
  return replyFrom(result);
}
