import type { CallId, Fact, IdMaker, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { createIdMaker, defaultLimits, localWorkspaceId, noUsage } from '@retinue/protocol';
import type { AppendLabel } from '../../../packages/server/src/ports/log/append-labels.ts';
import type { Entry, Header } from '../../../packages/server/src/ports/log/event-log.ts';
import type { ResolvedAgent } from '../../../packages/server/src/ports/settings/agents.ts';
import { endEntries } from '../../../packages/server/src/transitions/end-thread.ts';
import { openChild, openRoot } from '../../../packages/server/src/transitions/open-thread.ts';
import { agent } from '../apps/test-app.ts';
import { seededRandom } from '../random/seeded-random.ts';

/** Facts as the engine would write them, for tests that have only a log. */
export const ids: IdMaker = createIdMaker(() => 1_800_000_000_000, seededRandom(7));

export function header(label: AppendLabel = 'send-message', workspaceId: WorkspaceId = localWorkspaceId): Header {
  return { label, workspaceId, actor: 'engine', commandId: null };
}

export const boss: ResolvedAgent = { definition: agent('boss', { subAgents: ['worker'] }), subAgents: [], skills: [] };
const worker: ResolvedAgent = { definition: agent('worker'), subAgents: [], skills: [] };

export function openChat(threadId: ThreadId): Entry {
  const opening = openRoot(threadId, boss, { ...defaultLimits, maxTasksPerTurn: 1000 }, 'a chat', ids.message());
  return { threadId, guard: 'new', facts: [...opening, message('hello')] };
}

export function message(text: string): Fact {
  return { type: 'message.received', data: { messageId: ids.message(), from: 'person', text, taskId: null } };
}

export function startStep(thread: ThreadState): Fact {
  const place = { step: thread.steps + 1, attempt: 1, kind: 'answer', seenSeq: thread.seq } as const;
  return { type: 'step.started', data: { ...place, agentVersion: 1, reservation: { tokens: 10 } } };
}

export function endStep(thread: ThreadState, callIds: CallId[] = []): Fact {
  const parts = callIds.map((callId) => ({ type: 'call' as const, callId }));
  const usage = { ...noUsage, inputTokens: 10, outputTokens: 5 };
  return { type: 'step.ended', data: { step: thread.steps, attempt: 1, parts, usage, finishReason: 'calls' } };
}

/** A step that ends by delegating to so many children. */
export function delegateTo(thread: ThreadState, count: number): { own: Fact[]; children: Entry[] } {
  const callIds = Array.from({ length: count }, () => ids.call());
  const own: Fact[] = [endStep(thread, callIds)];
  const children = callIds.map((callId, index): Entry => {
    const made = openChild(thread, {
      callId,
      step: thread.steps,
      attempt: 1,
      retryOf: null,
      instruction: `part ${index}`,
      resolved: worker,
      messageIds: [ids.message(), ids.message()],
      deniedTools: [],
    });
    const links = { taskId: made.task.data.taskId, subAgentThreadId: made.child.threadId };
    own.push(
      {
        type: 'call.requested',
        data: { callId, step: thread.steps, name: 'newTask', args: {}, effect: 'idempotent', ...links },
      },
      made.task,
    );
    return made.child;
  });
  return { own, children };
}

export function endChild(child: ThreadState, parent: ThreadState | null): Entry[] {
  const view = { thread: () => parent, unfinishedBelow: () => [], workedMs: () => 0 };
  return endEntries(child, view, {
    guard: 'exists',
    facts: [],
    workMs: 0,
    ending: { status: 'completed', result: 'done', reason: null },
    isPartial: false,
    messageId: ids.message(),
    draftOf: () => null,
  });
}
