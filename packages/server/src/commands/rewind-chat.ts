import type {
  Commands,
  Fact,
  MessageId,
  MessageItem,
  OpenTask,
  Refusal,
  ThreadId,
  ThreadState,
} from '@retinue/protocol';
import { findStep, findTask, refuse } from '@retinue/protocol';
import { cancelThreads, isAwaited } from '../facts/close-work.ts';
import { recruit } from '../facts/recruit.ts';
import { renewAgent } from '../facts/renew-agent.ts';
import { threadsToStop } from '../facts/spend.ts';
import type { Entry, View } from '../ports/event-log.ts';
import { stoppedWords } from './cancel.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';
import { rewindChildren } from './rewind-children.ts';

/** Other words instead of a person's message: what came of the old ones is stopped and taken back, all in one append. */
export function editMessage(
  deps: CommandDeps,
  context: CommandContext,
  { threadId, messageId, text, budget }: Commands['editMessage'],
): Promise<Reply<{ threadId: ThreadId; messageId: MessageId }>> {
  const fresh = deps.ids.message();
  return rewind(deps, context, { threadId, messageId: fresh }, (chat) => {
    const edited = personsMessages(chat).find((item) => item.messageId === messageId);
    if (!edited) return refuse('no-such-message', messageId);
    return [
      { type: 'thread.rewound', data: { toSeq: edited.seq - 1, isAsked: false } },
      {
        type: 'message.received',
        data: { messageId: fresh, from: 'person', text, taskId: null, ...(budget && { budget }) },
      },
    ];
  });
}

/** Another answer to the last message of a person. */
export function regenerate(
  deps: CommandDeps,
  context: CommandContext,
  { threadId }: Commands['regenerate'],
): Promise<Reply<{ threadId: ThreadId }>> {
  return rewind(deps, context, { threadId }, (chat) => {
    const last = personsMessages(chat).at(-1);
    if (!last) return refuse('nothing-to-regenerate', threadId);
    return [{ type: 'thread.rewound', data: { toSeq: last.seq, isAsked: true } }];
  });
}

type Rewound = Extract<Fact, { type: 'thread.rewound' }>;

async function rewind<Done extends { threadId: ThreadId }>(
  deps: CommandDeps,
  context: CommandContext,
  reply: Done,
  decide: (chat: ThreadState) => [Rewound, ...Fact[]] | Refusal,
): Promise<Reply<Done>> {
  const { log, agents, ids } = deps;
  const { threadId } = reply;
  const before = await log.thread(context.workspaceId, threadId);
  if (!before) return { refusal: refuse('no-such-thread', threadId) };
  const chosen = await recruit(agents, context.workspaceId, before.agent.agentId);
  const result = await log.decideWithReply(headerOf(context, 'rewind-chat'), [threadId], (view) => {
    const chat = view.thread(threadId);
    if (!chat || chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
    if (chat.parent) return refuse('not-a-chat', threadId);
    const decided = decide(chat);
    if ('code' in decided) return decided;
    const [rewound, ...after] = decided;
    const told = retell(chat, rewound.data.toSeq, () => ids.message());
    const facts = [...renewAgent(chat, chosen, ids.message()), rewound, ...told, ...after];
    const { toSeq } = rewound.data;
    const goingOn = goingOnAfter(view, chat, toSeq);
    const entries: Entry[] = [
      ...stopAfter(deps, view, chat, goingOn),
      ...rewindChildren(view, chat, toSeq, goingOn.threadIds),
      { threadId, guard: 'exists', facts },
    ];
    return { entries, reply };
  });
  return replyFrom(result);
}

interface GoingOn {
  tasks: readonly OpenTask[];
  threadIds: ReadonlySet<ThreadId>;
}

/** What a turn that stays has in the background. */
function goingOnAfter(view: View, chat: ThreadState, toSeq: number): GoingOn {
  const tasks = chat.openTasks.filter((task) => isKept(chat, task, toSeq) && !isAwaited(chat, task));
  const threads = tasks.flatMap(({ childThreadId }) => view.unfinishedBelow(childThreadId));
  return { tasks, threadIds: new Set(threads.map(({ threadId }) => threadId)) };
}

/** Stops what was taken back, and what the chat waits for. */
function stopAfter({ live }: CommandDeps, view: View, chat: ThreadState, goingOn: GoingOn): Entry[] {
  const stopped = threadsToStop(view, chat.threadId)
    .filter(({ threadId }) => !goingOn.threadIds.has(threadId))
    .map((thread) =>
      thread.threadId === chat.threadId
        ? { ...thread, openTasks: thread.openTasks.filter((task) => !goingOn.tasks.includes(task)) }
        : thread,
    );
  return cancelThreads(
    stopped,
    (id) => view.thread(id),
    stoppedWords,
    (id) => live.draft(id),
  );
}

/** News of a task whose turn stays, which came after the place: without it nobody would ever hear of its end. */
function retell(chat: ThreadState, toSeq: number, newMessageId: () => MessageId): Fact[] {
  return chat.items.flatMap((item): Fact[] => {
    if (item.type !== 'message' || item.from !== 'task' || item.seq <= toSeq || item.taskId === null) return [];
    const call = findTask(chat, item.taskId)?.call;
    if (!call || !isKept(chat, call, toSeq)) return [];
    const { from, text, taskId } = item;
    return [{ type: 'message.received', data: { messageId: newMessageId(), from, text, taskId, isNotice: true } }];
  });
}

function isKept(chat: ThreadState, { step }: { step: number }, toSeq: number): boolean {
  const found = findStep(chat, step);
  return found !== null && found.item.seq <= toSeq;
}

function personsMessages({ items }: ThreadState): MessageItem[] {
  return items.filter((item) => item.type === 'message' && item.from === 'person') as MessageItem[];
}
