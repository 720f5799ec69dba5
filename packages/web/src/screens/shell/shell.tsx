import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Sidebar } from '../../components/shell/sidebar.tsx';
import { ConnectionBar, WorkStopBar } from '../../components/shell/status-bars.tsx';
import { ToastList } from '../../components/shell/toast-list.tsx';
import { useOpenQuestionCount, useSignIn, useStore } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Note, Waiting } from '../../ui/status.tsx';
import { appCopy as copy } from './copy.ts';
import { Shortcuts } from './shortcuts.tsx';

/** Frame of every screen: chat list, toasts and shortcuts. */
export function Shell() {
  const signIn = useSignIn();
  const store = useStore();
  if (signIn.state === 'checking') return <Waiting label={copy.signingIn} />;
  if (signIn.state === 'in') return <SignedIn />;
  return (
    <main className="h-dvh">
      {signIn.state === 'unreachable' ? (
        <Note isPage title={copy.unreachableTitle}>
          <p className="mb-3">{copy.unreachable}</p>
          <Button onClick={() => void store.begin()}>{copy.retry}</Button>
        </Note>
      ) : (
        <Note isPage title={copy.signedOutTitle}>
          {signIn.message}
        </Note>
      )}
    </main>
  );
}

function SignedIn() {
  const [isListed, setListed] = useState(() => matchMedia('(min-width: 768px)').matches);
  const { pathname } = useLocation();
  useTitle();
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
        {copy.skip}
      </a>
      {isListed && (
        <>
          <button
            type="button"
            aria-label={copy.closeChats}
            className="fixed inset-0 z-20 bg-black/30 md:hidden"
            onClick={() => setListed(false)}
          />
          <div className="fixed inset-y-0 start-0 z-30 w-72 shrink-0 border-e border-line md:static md:w-66">
            <Sidebar onHide={() => setListed(false)} />
          </div>
        </>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <WorkStopBar />
        <div className="relative min-h-0 flex-1">
          {!isListed && (
            <IconButton
              label={copy.showChats}
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
      <ToastList />
      <Shortcuts />
    </div>
  );
}

/** Shows the number of open questions in the page title. */
function useTitle(): void {
  const waiting = useOpenQuestionCount();
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${copy.productName}` : copy.productName;
  }, [waiting]);
}
