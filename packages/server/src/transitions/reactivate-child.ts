import type { AgentSnapshot, CallId, Fact, MessageId, TaskId, TaskState, ThreadState } from '@retinue/protocol';
import { taskIdOf } from '@retinue/protocol';
import type { Entry } from '../ports/event-log.ts';
import { titleOf } from '../prompts/title-of.ts';
import type { TaskOpened, TaskTerms } from './open-thread.ts';
import { boundBy } from './open-thread.ts';

export interface Continuation {
  callId: CallId;
  step: number;
  attempt: number;
  retryOf: TaskId | null;
  /** The task that its thread served before. */
  before: TaskState;
  /** The one that it had, and keeps. */
  agent: AgentSnapshot;
  instruction: string;
  from: 'parent' | 'person';
  messageId: MessageId;
  terms: TaskTerms;
  given: Fact[];
}

/** Another task for a child that has ended, with its memory and the agent that it had: facts for one append. */
export function reactivateChild(parent: ThreadState, continuation: Continuation): { task: TaskOpened; child: Entry } {
  const { callId, step, attempt, retryOf, before, instruction, from, messageId, terms, given } = continuation;
  const bound = boundBy(terms, continuation.agent);
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
