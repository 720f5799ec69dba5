import { threadIdSchema } from '@retinue/protocol';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  type RouteComponent,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import type { PaneTab } from '../components/thread/view-context.ts';
import { type UsageSearch, usageSearch } from '../store/usage/usage-report.ts';
import { Failure } from '../ui/loading/boundary.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { Note } from '../ui/status.tsx';
import { ChatScreen } from './chat/chat-screen.tsx';
import { routesCopy as copy } from './copy.ts';
import { Shell } from './shell/shell.tsx';
import { WelcomeScreen } from './welcome/welcome-screen.tsx';

/** The part of the URL that describes the side pane. */
export interface PaneSearch {
  task?: string;
  tab?: PaneTab;
  call?: string;
}

const tabs: readonly string[] = ['messages', 'context', 'usage', 'events'] satisfies PaneTab[];

export function createAppRouter() {
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
  const plain = <Path extends string>(path: Path, component: RouteComponent) =>
    createRoute({ getParentRoute: () => root, path, component });
  const chat = createRoute({
    getParentRoute: () => root,
    path: '/chat/$chatId',
    component: ChatRoute,
    validateSearch: ({ task, tab, call }: Record<string, unknown>): PaneSearch => ({
      ...(typeof task === 'string' ? { task } : {}),
      ...(tabs.includes(String(tab)) && tab !== 'messages' ? { tab: tab as PaneTab } : {}),
      ...(typeof call === 'string' ? { call } : {}),
    }),
  });
  const section = createRoute({
    getParentRoute: () => root,
    path: '/settings/$section',
    component: settingsScreen,
    validateSearch: ({ edit, ...rest }: Record<string, unknown>): UsageSearch & { edit?: string } => ({
      ...usageSearch(rest),
      ...(typeof edit === 'string' ? { edit } : {}),
    }),
  });
  const routeTree = root.addChildren([
    plain('/', WelcomeScreen),
    chat,
    plain('/inbox', inboxScreen),
    plain('/agents', agentsScreen),
    plain('/agents/new', agentScreen),
    plain('/agents/$agentId', agentScreen),
    plain('/settings', settingsScreen),
    section,
  ]);
  return createRouter({ routeTree, defaultPreload: false, defaultErrorComponent: ScreenFailure });
}

const inboxScreen = lazyPart(async () => (await import('./inbox/inbox-screen.tsx')).InboxScreen);
const agentsScreen = lazyPart(async () => (await import('./agents/agents-screen.tsx')).AgentsScreen);
const agentScreen = lazyPart(async () => (await import('./agents/agent-screen.tsx')).AgentScreen);
const settingsScreen = lazyPart(async () => (await import('./settings/settings-screen.tsx')).SettingsScreen);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function ChatRoute() {
  const { chatId } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const parsed = threadIdSchema.safeParse(chatId);
  if (!parsed.success) return <NotFound />;
  return <ChatScreen key={parsed.data} chatId={parsed.data} search={search} />;
}

function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-14">
      <Failure
        what="screen"
        error={error}
        content={() => `${location.href}\n${error instanceof Error ? error.stack : error}`}
        onRetry={reset}
      />
    </div>
  );
}

function NotFound() {
  return (
    <Note isPage title={copy.notFoundTitle}>
      {copy.notFound}
    </Note>
  );
}
