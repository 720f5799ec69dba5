import type { AgentSnapshot, CallId, Fact, MessageId, TaskId, TaskState, ThreadState } from '@retinue/protocol';
import { taskIdOf } from '@retinue/protocol';
import { titleOf } from '../prompts/title-of.ts';
import { boundBy, type OpenedTask, type TaskTerms } from './open-thread.ts';

/** Another task for a child that has ended. It keeps its memory and its agent. */
export interface NextTask {
  callId: CallId;
  step: number;
  attempt: number;
  retryOf: TaskId | null;
  /** The task that its thread worked on before. */
  before: TaskState;
  agent: AgentSnapshot;
  instruction: string;
  from: 'parent' | 'person';
  messageId: MessageId;
  terms: TaskTerms;
  given: Fact[];
}

/** Opens a task in the thread of an ended one. */
export function reactivateChild(parent: ThreadState, nextTask: NextTask): OpenedTask {
  const { callId, step, attempt, retryOf, before, instruction, from, messageId, terms, given } = nextTask;
  const bound = boundBy(terms, nextTask.agent);
  const taskId = taskIdOf(callId, attempt);
  const { childThreadId, agentId } = before;
  const { threadId, turn } = parent;
  const link = { threadId, callId, step, taskId };
  const opened = { callId, step, taskId, childThreadId, agentId, instruction, title: titleOf(instruction), attempt };
  const { isBackground, ...others } = terms;
  const reactivates = { ...(isBackground ? { isBackground } : {}), reactivates: before.taskId, ...others, ...bound };
  return {
    task: { type: 'task.opened', data: { ...opened, retryOf, turn, ...reactivates } },
    child: {
      threadId: childThreadId,
      guard: 'exists',
      facts: [
        { type: 'thread.reactivated', data: { parent: link, turn, ...bound } },
        ...given,
        { type: 'message.received', data: { messageId, from, text: instruction, taskId } },
      ],
    },
  };
}

/** On the same terms as before. */
export function termsOf({ isBackground, context, resultSchema }: TaskState): TaskTerms {
  return {
    ...(isBackground ? { isBackground } : {}),
    ...(context === null ? {} : { context }),
    ...(resultSchema === null ? {} : { resultSchema }),
  };
}
