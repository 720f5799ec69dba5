import type { Actor, Commands, Stop, StopScope, ThreadId, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { cancelWork } from '../facts/cancel-work.ts';
import { refuseStopped } from '../facts/stops.ts';
import type { Entry, View } from '../ports/event-log.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom, withReply } from './command-context.ts';

/*
 * The stop of all work, which holds until a person resumes it. Messages, answers and approvals that come meanwhile are
 * kept, and take effect then. What was canceled stays canceled.
 */

/** In one append: what works in the chat is canceled, and nothing in it starts any more. */
export function stopChat(
  deps: CommandDeps,
  context: CommandContext,
  { threadId }: Commands['stopChat'],
): Promise<Reply<{ threadId: ThreadId }>> {
  return changeStop(deps, context, threadId, 'stop-work', (view, isStopped) =>
    isStopped ? [] : [...cancelIn(deps, view, threadId), told(threadId, 'chat.stopped')],
  );
}

export function resumeChat(
  deps: CommandDeps,
  context: CommandContext,
  { threadId }: Commands['resumeChat'],
): Promise<Reply<{ threadId: ThreadId }>> {
  return changeStop(deps, context, threadId, 'resume-chat', (_view, isStopped) =>
    isStopped ? [told(threadId, 'chat.resumed')] : [],
  );
}

async function changeStop(
  { log }: CommandDeps,
  context: CommandContext,
  threadId: ThreadId,
  label: 'stop-work' | 'resume-chat',
  decide: (view: View, isStopped: boolean) => Entry[],
): Promise<Reply<{ threadId: ThreadId }>> {
  const result = await log.decideWithReply(headerOf(context, label), [threadId], (view) => {
    const chat = view.thread(threadId);
    if (!chat || chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
    if (chat.parent) return refuse('not-a-chat', threadId);
    return withReply(decide(view, chat.stoppedAt !== null), { threadId });
  });
  return replyFrom(result);
}

/**
 * Stops a workspace or the whole server. Nothing starts once the record is committed; then what works is canceled, one
 * append for each chat. A process that dies meanwhile goes on with that when it starts.
 */
export async function stopAll(
  deps: CommandDeps,
  { actor }: Pick<CommandContext, 'actor'>,
  scope: StopScope,
): Promise<{ stop: Stop; canceled: number }> {
  const stop = await deps.stops.add(scope, actor);
  const canceled = stop.isSettled ? 0 : await settle(deps, stop);
  return { stop, canceled };
}

export function resumeAll(deps: CommandDeps, scope: StopScope): Promise<void> {
  return deps.stops.remove(scope);
}

/** Goes on with the stops that a process did not get to the end of. */
export async function settleStops(deps: CommandDeps): Promise<void> {
  for (const stop of deps.stops.list()) if (!stop.isSettled) await settle(deps, stop);
}

async function settle(deps: CommandDeps, { scope, by }: Stop): Promise<number> {
  const owing = await deps.log.owing();
  const meant = owing.filter(({ workspaceId }) => scope === 'server' || scope === workspaceId);
  const chats = new Map(meant.map(({ rootId, workspaceId }) => [rootId, workspaceId]));
  let canceled = 0;
  for (const [rootId, workspaceId] of chats) if (await cancelChat(deps, { rootId, workspaceId, by })) canceled += 1;
  await deps.stops.settle(scope);
  return canceled;
}

/** Not if work was resumed meanwhile: what runs by then was asked for since. */
async function cancelChat(
  deps: CommandDeps,
  { rootId, workspaceId, by }: { rootId: ThreadId; workspaceId: WorkspaceId; by: Actor },
): Promise<boolean> {
  const header = { label: 'stop-work', workspaceId, actor: by, commandId: null } as const;
  const result = await deps.log.decide(header, [rootId], (view) => {
    const chat = view.thread(rootId);
    if (!chat || !refuseStopped(view, chat)) return refuse('nothing-to-cancel', rootId);
    return cancelIn(deps, view, rootId);
  });
  return result.refusal === null && result.events.length > 0;
}

function cancelIn({ live, ids }: CommandDeps, view: View, rootId: ThreadId): Entry[] {
  return cancelWork(view, rootId, {
    reason: stoppedAllWords,
    draftOf: (id) => live.draft(id),
    newMessageId: () => ids.message(),
  });
}

function told(threadId: ThreadId, type: 'chat.stopped' | 'chat.resumed'): Entry {
  return { threadId, guard: 'exists', facts: [{ type, data: {} }] };
}

const stoppedAllWords = 'All work was stopped by a person.';
