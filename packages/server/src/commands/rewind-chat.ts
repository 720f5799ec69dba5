import type { Fact, MessageId, MessageItem, OpenTask, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { findStep, findTask } from '@retinue/protocol';
import type { Decided, Entry, View } from '../ports/log/event-log.ts';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { ResolvedAgent } from '../ports/settings/agents.ts';
import { cancelThreads, isAwaited } from '../transitions/close-work.ts';
import { threadsToStop } from '../transitions/cost.ts';
import { renewAgent } from '../transitions/renew-agent.ts';
import { decideOnChat } from './decide-on-chat.ts';
import type { LoadedThreads } from './define-command.ts';
import type { InChat } from './load.ts';
import { rewindChildren } from './rewind-children.ts';

type Rewound = Extract<Fact, { type: 'thread.rewound' }>;

/** The current definition of the chat's agent, for the repeated turn. */
export async function loadRewind({
  services: { log, agents },
  context: { workspaceId },
  params: { chatId },
}: InChat): Promise<{ chosen: ResolvedAgent | null } & LoadedThreads> {
  const chat = await log.thread(workspaceId, chatId);
  const chosen = chat && (await agents.resolve(workspaceId, chat.agent.agentId));
  return { chosen, threads: [chatId] };
}

/** Stops and takes back everything after a place in a chat, in one append with its replacement. */
export function rewindChat(
  { services, view, params: { chatId } }: InChat & { view: View },
  chosen: ResolvedAgent | null,
  decide: (chat: ThreadState) => [Rewound, ...Fact[]] | Refusal,
): Decided<Record<string, never>> | Refusal {
  const { ids } = services;
  return decideOnChat(view, chatId, (chat) => {
    const decided = decide(chat);
    if ('code' in decided) return decided;
    const [rewound, ...after] = decided;
    const { toSeq } = rewound.data;
    const told = retell(chat, toSeq, () => ids.message());
    const facts = [...renewAgent(chat, chosen, ids.message()), rewound, ...told, ...after];
    const goingOn = goingOnAfter(view, chat, toSeq);
    return [
      ...stopAfter(services, view, chat, goingOn),
      ...rewindChildren(view, chat, toSeq, goingOn.threadIds),
      { threadId: chatId, guard: 'exists', facts },
    ];
  });
}

interface GoingOn {
  tasks: readonly OpenTask[];
  threadIds: ReadonlySet<ThreadId>;
}

/** Background tasks of turns that stay. */
function goingOnAfter(view: View, chat: ThreadState, toSeq: number): GoingOn {
  const tasks = chat.openTasks.filter((task) => isKept(chat, task, toSeq) && !isAwaited(chat, task));
  const threads = tasks.flatMap(({ childThreadId }) => view.unfinishedBelow(childThreadId));
  return { tasks, threadIds: new Set(threads.map(({ threadId }) => threadId)) };
}

/** Stops the removed work, and the work that the chat waits for. */
function stopAfter({ live }: AppServices, view: View, chat: ThreadState, goingOn: GoingOn): Entry[] {
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
    { code: 'rewound' },
    (id) => live.draft(id),
  );
}

/**
 * Notices of tasks whose turn stays but that came after the place: without them the end of those tasks would be lost.
 */
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

export function personsMessages({ items }: ThreadState): MessageItem[] {
  return items.filter((item) => item.type === 'message' && item.from === 'person') as MessageItem[];
}
