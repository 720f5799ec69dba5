import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ConnectionBar } from '../parts/connection-bar.tsx';
import { Notices } from '../parts/notices.tsx';
import { Sidebar } from '../parts/sidebar.tsx';
import { WorkStopBar } from '../parts/stop-bar.tsx';
import { useChats, useSignIn, useStore } from '../store/use-store.ts';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { Note, Waiting } from '../ui/status/note.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';

/** Around every screen: the chats at the left, what is said in passing, and the keys. */
export function Shell() {
  const signIn = useSignIn();
  const store = useStore();
  if (signIn.state === 'checking') return <Waiting label="Signing in …" />;
  if (signIn.state === 'unreachable') {
    return (
      <main className="h-dvh">
        <Note isPage title="The server does not answer">
          <p className="mb-3">See that it still runs where it was started.</p>
          <Button onClick={() => void store.begin()}>Try again</Button>
        </Note>
      </main>
    );
  }
  if (signIn.state === 'out') {
    return (
      <main className="h-dvh">
        <Note isPage title="This browser is not signed in">
          {signIn.words}
        </Note>
      </main>
    );
  }
  return <House />;
}

function House() {
  const [isListed, setListed] = useState(() => matchMedia('(min-width: 768px)').matches);
  const { pathname } = useLocation();
  useTitle();
  useAlertsLead();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen, going somewhere closes the list.
  useEffect(() => {
    if (!matchMedia('(min-width: 768px)').matches) setListed(false);
  }, [pathname]);
  return (
    <div className="flex h-dvh overflow-hidden">
      <a
        href="#main"
        className="fixed start-2 top-2 z-50 -translate-y-20 rounded-small bg-accent px-3 py-1.5 text-small font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to the chat
      </a>
      {isListed && (
        <>
          <button
            type="button"
            aria-label="Close the list of chats"
            className="fixed inset-0 z-20 bg-black/30 md:hidden"
            onClick={() => setListed(false)}
          />
          <div className="fixed inset-y-0 start-0 z-30 w-72 shrink-0 border-e border-line md:static md:w-66">
            <Sidebar onHide={() => setListed(false)} footer={<SidebarFooter />} />
          </div>
        </>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <WorkStopBar />
        <div className="relative min-h-0 flex-1">
          {!isListed && (
            <IconButton
              label="Show the list of chats"
              className="absolute start-2 top-2 z-10 bg-paper pointer-coarse:top-1.5"
              onClick={() => setListed(true)}
            >
              <MenuIcon size={17} />
            </IconButton>
          )}
          <main id="main" tabIndex={-1} data-is-listed={isListed} className="group/main h-full outline-none">
            <Outlet />
          </main>
        </div>
      </div>
      <Notices />
      <Shortcuts />
    </div>
  );
}

/** A press on a notification leads to its chat. */
function useAlertsLead(): void {
  const { alerts } = useStore();
  const navigate = useNavigate();
  useEffect(() => {
    alerts.onOpen((chatId) => void navigate({ to: '/chat/$chatId', params: { chatId }, search: {} }));
  }, [alerts, navigate]);
}

/** How many questions wait stands in the title, for whoever looks at another tab. */
function useTitle(): void {
  const waiting = useChats().reduce((sum, chat) => sum + chat.openQuestions, 0);
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Retinue` : 'Retinue';
  }, [waiting]);
}
