import type { ThreadId } from '@retinue/protocol';
import type { Store } from '../store.ts';

type Attempt = (work: () => Promise<unknown>) => Promise<boolean>;

/** The stop of all work in a chat, the workspace or the server, and the end of it. */
export function stopping(store: Store, attempt: Attempt) {
  const { api } = store;
  const chat = (chatId: ThreadId) => ({ ...store.workspaceParams, chatId });
  return {
    stopAll: (chatId: ThreadId) => attempt(() => api.stopChat({ params: chat(chatId) })),
    resumeAll: (chatId: ThreadId) => attempt(() => api.resumeChat({ params: chat(chatId) })),
    stopWorkspace: () => attempt(() => api.stopWorkspace({ params: store.workspaceParams })),
    stopServer: () => attempt(() => api.stopServer({})),
    /** Of the workspace or of the server, whichever holds it. */
    resumeWork: (scope: 'workspace' | 'server') =>
      attempt(() =>
        scope === 'server' ? api.resumeServer({}) : api.resumeWorkspace({ params: store.workspaceParams }),
      ),
  };
}
