import type { ThreadState, TreeState } from '@retinue/protocol';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ThreadView } from '../packages/web/src/components/thread/thread-view.tsx';
import { type ViewContext, ViewContextProvider } from '../packages/web/src/components/thread/view-context.ts';
import { StoreProvider, storeWithActions, useSignIn, useTree, useWatch } from '../packages/web/src/store/use-store.ts';
import { Waiting } from '../packages/web/src/ui/status.tsx';
import type { SampleChat } from './sample-chat.ts';
import type { openSampleServer, Variant } from './sample-server.ts';
import { ignore } from './samples.tsx';

type SampleServer = ReturnType<typeof openSampleServer>;
const ServerContext = createContext<SampleServer | null>(null);
export const SampleServerProvider = ServerContext.Provider;

/** The page as this person sees it at this moment. */
export function InStore({ as = 'owner', children }: { as?: Variant; children: ReactNode }) {
  const server = useContext(ServerContext);
  const store = server?.storeOf(as);
  const provided = useMemo(() => store && storeWithActions(store), [store]);
  if (!provided) return null;
  return (
    <StoreProvider value={provided}>
      <SignedIn>{children}</SignedIn>
    </StoreProvider>
  );
}

/** A component as this person sees it. */
export function inStore(children: ReactNode, as: Variant = 'owner'): ReactNode {
  return <InStore as={as}>{children}</InStore>;
}

function SignedIn({ children }: { children: ReactNode }) {
  return useSignIn().state === 'in' ? children : <Waiting label="Signing in" />;
}

interface InChatProps {
  chat: SampleChat;
  kind?: ViewContext['kind'];
  as?: Variant;
  children: (root: ThreadState, tree: TreeState) => ReactNode;
}

/** A part of a chat, as the chat's own column, the side pane or a row draws it. */
export function InChat({ as, ...props }: InChatProps) {
  return (
    <InStore {...(as && { as })}>
      <Loaded {...props} />
    </InStore>
  );
}

function Loaded({ chat: { chatId }, kind = 'chat', children }: InChatProps) {
  useWatch(chatId);
  const tree = useTree(chatId);
  const view = useMemo<ViewContext>(
    () => ({
      chatId,
      kind,
      title: null,
      shownTask: null,
      shownCall: null,
      showTask: ignore,
      closePane: ignore,
      ask: ignore,
      drawThread: (task) => <ThreadView threadId={task.childThreadId} task={task} />,
    }),
    [chatId, kind],
  );
  const root = tree?.threads[chatId];
  if (!tree || !root) return <Waiting label="Loading messages" />;
  return <ViewContextProvider value={view}>{children(root, tree)}</ViewContextProvider>;
}
