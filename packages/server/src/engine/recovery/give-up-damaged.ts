import type { Fact, OpenTask, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { noSpend, noUsage, refuse, taskIdOfChild } from '@retinue/protocol';
import { soundOrNull } from '../../ports/log/damage.ts';
import type { Entry } from '../../ports/log/event-log.ts';
import { reasonForModel } from '../../prompts/reasons/reason-for-model.ts';
import { cancelThreads } from '../../transitions/close-work.ts';
import { threadsToStop } from '../../transitions/cost.ts';
import type { Engine } from '../engine.ts';

/**
 * A sub-agent with a damaged thread can't continue: its parent's call fails, and everything below it stops. A person can
 * retry the task in a new thread. A damaged chat has no parent; it stays idle.
 */
export async function giveUpDamaged(engine: Engine, workspaceId: WorkspaceId, threadId: ThreadId): Promise<void> {
  const { log, live } = engine;
  const row = await log.readModels.findTask(workspaceId, taskIdOfChild(threadId));
  if (row) {
    const header = { label: 'end-thread', workspaceId, actor: 'engine', commandId: null } as const;
    await log.decide(header, [row.parentThreadId], (view) => {
      const parent = view.thread(row.parentThreadId);
      const open = parent?.openTasks.filter((task) => task.childThreadId === threadId) ?? [];
      if (!parent || open.length === 0) return refuse('no-such-task', { taskId: row.taskId });
      const below = threadsToStop(view, threadId).filter((thread) => thread.threadId !== threadId);
      const others = (id: ThreadId) => (id === threadId || id === parent.threadId ? null : view.thread(id));
      const stopped: Entry[] = cancelThreads(below, others, damaged, (id) => live.draft(id));
      const facts = open.flatMap((task) => failTask(engine, parent, task));
      return [...stopped, { threadId: parent.threadId, guard: 'exists', facts }];
    });
  }
  await log.damage.settle(threadId);
}

/** The same for every sub-agent that was found damaged while it was idle: no wake would reach it. */
export async function giveUpIdleDamaged(engine: Engine): Promise<void> {
  // A parent that is damaged as well is given up next.
  for (const { workspaceId, threadId } of await engine.log.damage.unsettled())
    await soundOrNull(giveUpDamaged(engine, workspaceId, threadId));
}

/** Its cost is lost. */
function failTask({ ids }: Engine, parent: ThreadState, { taskId, callId, step }: OpenTask): Fact[] {
  const ending = { status: 'failed', result: '', reason: damaged } as const;
  const ended: Fact = {
    type: 'task.ended',
    data: { callId, step, taskId, ...ending, usage: noUsage, spent: noSpend },
  };
  const isAwaited = parent.openCalls.some((call) => call.callId === callId);
  if (!isAwaited) return [ended, notice(ids.message(), taskId)];
  const output = { value: { taskId, status: ending.status, result: ending.result }, bytes: 0, blob: null };
  return [ended, { type: 'call.ended', data: { callId, step, status: 'failed', output, error: damaged } }];
}

function notice(messageId: ReturnType<Engine['ids']['message']>, taskId: OpenTask['taskId']): Fact {
  const text = `Task ${taskId} has ended: failed.\n${reasonForModel(damaged)}`;
  return { type: 'message.received', data: { messageId, from: 'task', text, taskId, isNotice: true } };
}

const damaged = { code: 'damaged' } as const;
