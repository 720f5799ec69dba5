import type { Commands, Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { cancelThreads } from '../facts/close-work.ts';
import { threadsToStop } from '../facts/spend.ts';
import type { AppendLabel } from '../ports/append-labels.ts';
import { DamagedThreadError } from '../ports/damage.ts';
import type { Entry, View } from '../ports/event-log.ts';
import { stoppedWords } from './cancel.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom, withReply } from './command-context.ts';

/* What a person does with a chat as a whole. What is as wished already is no event. */

type Done = { threadId: ThreadId };

export function renameChat(
  deps: CommandDeps,
  context: CommandContext,
  command: Commands['renameChat'],
): Promise<Reply<Done>> {
  const { threadId, title } = command;
  return change(deps, context, 'rename-chat', threadId, (chat) => {
    if (chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
    return chat.title === title ? [] : tell(chat, { type: 'chat.renamed', data: { title } });
  });
}

export function pinChat(
  deps: CommandDeps,
  context: CommandContext,
  command: Commands['pinChat'],
): Promise<Reply<Done>> {
  const { threadId, isPinned } = command;
  return change(deps, context, 'pin-chat', threadId, (chat) => {
    if (chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
    return chat.isPinned === isPinned ? [] : tell(chat, { type: 'chat.pinned', data: { isPinned } });
  });
}

/** What came after the place that was seen stays unread. */
export function markRead(
  deps: CommandDeps,
  context: CommandContext,
  command: Commands['markRead'],
): Promise<Reply<Done>> {
  const { threadId } = command;
  return change(deps, context, 'mark-read', threadId, (chat) => {
    if (chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
    const throughSeq = Math.min(command.throughSeq ?? chat.seq, chat.seq);
    const isRead = chat.items.some((item) => item.type === 'message' && item.isNotice && item.seq <= throughSeq);
    return chat.unread > 0 && isRead ? tell(chat, { type: 'chat.read', data: { throughSeq } }) : [];
  });
}

/** One append stops everything in it and hides it: nothing of it runs, and nobody sees it. */
export function deleteChat(
  deps: CommandDeps,
  context: CommandContext,
  command: Commands['deleteChat'],
): Promise<Reply<Done>> {
  const { threadId } = command;
  return orInRow(deps, context, threadId, true, () =>
    change(deps, context, 'delete-chat', threadId, (chat, view) => {
      if (chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
      return [...stopTree(deps, view, threadId), ...tell(chat, { type: 'chat.hidden', data: {} })];
    }),
  );
}

/** What was stopped stays stopped; the chat takes messages again. */
export function restoreChat(
  deps: CommandDeps,
  context: CommandContext,
  command: Commands['restoreChat'],
): Promise<Reply<Done>> {
  return orInRow(deps, context, command.threadId, false, () =>
    change(deps, context, 'restore-chat', command.threadId, (chat) =>
      chat.isStaged
        ? refuse('no-such-thread', command.threadId)
        : chat.hiddenAt === null
          ? []
          : tell(chat, { type: 'chat.restored', data: {} }),
    ),
  );
}

/** A chat whose own thread is damaged takes no event, so only its row says that it was deleted or restored. */
async function orInRow(
  { log, now }: CommandDeps,
  { workspaceId }: CommandContext,
  threadId: ThreadId,
  isHidden: boolean,
  changing: () => Promise<Reply<Done>>,
): Promise<Reply<Done>> {
  try {
    return await changing();
  } catch (error) {
    if (!(error instanceof DamagedThreadError) || error.threadId !== threadId) throw error;
    const isDone = await log.hideDamaged(workspaceId, threadId, isHidden ? now() : null);
    return isDone ? { refusal: null, done: { threadId } } : { refusal: refuse('no-such-thread', threadId) };
  }
}

/** Everything that is under way in a chat comes to its end, as if a person had stopped it. */
function stopTree({ live }: CommandDeps, view: View, threadId: ThreadId): Entry[] {
  return cancelThreads(
    threadsToStop(view, threadId),
    (id) => view.thread(id),
    stoppedWords,
    (id) => live.draft(id),
  );
}

async function change(
  { log }: CommandDeps,
  context: CommandContext,
  label: AppendLabel,
  threadId: ThreadId,
  decide: (chat: ThreadState, view: View) => readonly Entry[] | Refusal,
): Promise<Reply<Done>> {
  const result = await log.decideWithReply(headerOf(context, label), [threadId], (view) => {
    const chat = view.thread(threadId);
    if (!chat) return refuse('no-such-thread', threadId);
    return chat.parent ? refuse('not-a-chat', threadId) : withReply(decide(chat, view), { threadId });
  });
  return replyFrom(result);
}

function tell({ threadId }: ThreadState, fact: Fact): Entry[] {
  return [{ threadId, guard: 'exists', facts: [fact] }];
}
