import type { Commands, Fact, MessageId, MessageItem, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { recruit } from '../facts/recruit.ts';
import { renewAgent } from '../facts/renew-agent.ts';
import { stopTree } from './change-chat.ts';
import type { Office, Reply, Wish } from './office.ts';
import { headerOf, replyFrom } from './office.ts';

/** Other words instead of a person's message: what came of the old ones is stopped and taken back, all in one append. */
export function editMessage(
  office: Office,
  wish: Wish,
  { threadId, messageId, text, budget }: Commands['editMessage'],
): Promise<Reply<{ threadId: ThreadId; messageId: MessageId }>> {
  const fresh = office.ids.message();
  return rewind(office, wish, { threadId, messageId: fresh }, (chat) => {
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
  office: Office,
  wish: Wish,
  { threadId }: Commands['regenerate'],
): Promise<Reply<{ threadId: ThreadId }>> {
  return rewind(office, wish, { threadId }, (chat) => {
    const last = personsMessages(chat).at(-1);
    if (!last) return refuse('nothing-to-regenerate', threadId);
    return [{ type: 'thread.rewound', data: { toSeq: last.seq, isAsked: true } }];
  });
}

async function rewind<Done extends { threadId: ThreadId }>(
  office: Office,
  wish: Wish,
  done: Done,
  decide: (chat: ThreadState) => Fact[] | Refusal,
): Promise<Reply<Done>> {
  const { log, agents, ids } = office;
  const { threadId } = done;
  const before = await log.thread(wish.workspaceId, threadId);
  if (!before) return { refusal: refuse('no-such-thread', threadId) };
  const chosen = await recruit(agents, wish.workspaceId, before.agent.agentId);
  const result = await log.decide(headerOf(wish, 'rewind-chat', done), [threadId], (view) => {
    const chat = view.thread(threadId);
    if (!chat || chat.hiddenAt !== null) return refuse('no-such-thread', threadId);
    if (chat.parent) return refuse('not-a-chat', threadId);
    const decided = decide(chat);
    if ('code' in decided) return decided;
    const facts = [...renewAgent(chat, chosen, ids.message()), ...decided];
    return [...stopTree(office, view, threadId), { threadId, guard: 'exists', facts }];
  });
  return replyFrom(result, done);
}

function personsMessages({ items }: ThreadState): MessageItem[] {
  return items.filter((item) => item.type === 'message' && item.from === 'person') as MessageItem[];
}
