import type { AgentId, Budget, Chat, RequestOptions, ThreadId } from '@retinue/protocol';
import { undoDeleteMs } from '@retinue/protocol';
import { toastCopy } from './copy.ts';
import { errorMessage } from './outcome.ts';
import { deciding } from './questions/decide.ts';
import { type CommandName, type PageRequest, sendRequest } from './send-request.ts';
import type { Store } from './store.ts';

/** A person's actions. Each shows its error as a toast and returns whether it succeeded. */
export function actionsOf(store: Store) {
  const { api } = store;
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      store.toasts.add(errorMessage(error), { tone: 'problem', stayMs: 10_000 });
      return false;
    }
  };
  return {
    async openChat(
      text: string,
      agentId: AgentId | null,
      { budget, idempotencyKey }: Sending,
    ): Promise<ThreadId | null> {
      let opened: ThreadId | null = null;
      const body = { ...messageBody(text, budget), ...(agentId ? { agentId } : {}) };
      await attempt(async () => {
        opened = (await api.openChat({ params: store.workspaceParams, body }, { idempotencyKey })).chatId;
      });
      return opened;
    },
    /** Sends any command whose reply the page does not need, because its changes come with the stream. */
    run: <Name extends CommandName>(name: Name, input: PageRequest<Name>, options?: RequestOptions) =>
      attempt(() => sendRequest(store, name, input, options)),
    send: (chatId: ThreadId, text: string, { budget, idempotencyKey }: Sending) =>
      attempt(() =>
        sendRequest(store, 'sendMessage', { params: { chatId }, body: messageBody(text, budget) }, { idempotencyKey }),
      ),
    remove: (row: Chat) => attempt(() => remove(store, row)),
    ...deciding(store),
    /** Signs the path first: a download sends no header. */
    download: (path: string, fileName: string) =>
      attempt(async () => {
        const link = document.createElement('a');
        link.href = (await api.makeDownloadLink({ body: { path } })).path;
        link.download = fileName;
        link.click();
      }),
    trim: (chatId: ThreadId, threadId: ThreadId) => store.trees.tree(chatId)?.trim(threadId),
    older: (chatId: ThreadId, threadId: ThreadId) =>
      attempt(() => store.trees.tree(chatId)?.loadOlder(threadId) ?? Promise.resolve()),
  };
}

export interface Sending {
  budget: Budget | null;
  /** The same for every attempt at the same text. */
  idempotencyKey: string;
}

export type Actions = ReturnType<typeof actionsOf>;

function messageBody(text: string, budget: Budget | null): { text: string; budget?: Budget } {
  return budget ? { text, budget } : { text };
}

async function remove(store: Store, { chatId, title }: Chat): Promise<void> {
  store.chats.setGone(chatId, true);
  const params = { ...store.workspaceParams, chatId };
  try {
    await store.api.deleteChat({ params });
  } catch (error) {
    store.chats.setGone(chatId, false);
    throw error;
  }
  const undo = () => {
    store.chats.setGone(chatId, false);
    store.api.restoreChat({ params }).catch((error) => store.toasts.add(errorMessage(error), { tone: 'problem' }));
  };
  const short = title.length > 40 ? `${title.slice(0, 40)}…` : title;
  store.toasts.add(toastCopy.deleted(short), {
    action: { label: toastCopy.undo, act: undo },
    stayMs: undoDeleteMs - 2000,
  });
}
