import { threadIdSchema } from '@retinue/protocol';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useCallback, useLayoutEffect, useState } from 'react';
import { useActions, useMay, useStore } from '../../store/use-store.ts';
import { useWindowEvent } from '../../ui/layout/use-window-event.ts';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { appCopy as copy } from './copy.ts';

const Palette = lazyPart(async () => (await import('../palette/palette.tsx')).default);
const ShortcutList = lazyPart(async () => (await import('../shortcuts/shortcut-list.tsx')).default);

type Open = 'palette' | 'keys' | null;

/** Keyboard shortcuts that work everywhere except in text fields. */
export function Shortcuts() {
  const [open, setOpen] = useState<Open>(null);
  const [query, setQuery] = useState('');
  const act = useKeyActions(setOpen);
  const close = useCallback(() => setOpen(null), []);
  useTypingAhead(open === 'palette', setQuery, close);
  useWindowEvent('retinue:keys', () => setOpen('keys'));
  useWindowEvent('keydown', (event) => {
    const { key, metaKey, ctrlKey, altKey, target } = event;
    if ((metaKey || ctrlKey) && key.toLowerCase() === 'k') {
      event.preventDefault();
      setQuery('');
      return setOpen((before) => (before === 'palette' ? null : 'palette'));
    }
    if (key === 'Escape') setOpen((before) => (before === 'keys' ? null : before));
    if (!metaKey && !ctrlKey && !altKey && !isWriting(target) && act(key)) event.preventDefault();
  });
  if (open === null) return null;
  return (
    <section
      aria-label={open === 'palette' ? copy.search : copy.shortcuts}
      className="fixed inset-x-4 top-4 z-40 mx-auto max-w-xl"
    >
      <Boundary
        key={open}
        what={open === 'palette' ? 'search' : 'shortcuts'}
        content={open === 'palette' ? () => query : undefined}
        onClose={close}
      >
        <Suspense>
          {open === 'palette' ? (
            <Palette query={query} onQuery={setQuery} onClose={close} onKeys={() => setOpen('keys')} />
          ) : (
            <ShortcutList onClose={close} />
          )}
        </Suspense>
      </Boundary>
    </section>
  );
}

/** Collects what is typed while the palette is still loading. */
function useTypingAhead(isAsked: boolean, setQuery: (change: (query: string) => string) => void, close: () => void) {
  // A layout effect, because an effect would swallow the key after the one that closes the palette.
  useLayoutEffect(() => {
    if (!isAsked) return;
    const onKey = (event: KeyboardEvent) => {
      const isThere = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (isThere || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') close();
      if (event.key === 'Backspace') setQuery((query) => query.slice(0, -1));
      if (event.key.length === 1) setQuery((query) => query + event.key);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [isAsked, setQuery, close]);
}

function useKeyActions(setOpen: (open: Open) => void): (key: string) => boolean {
  const navigate = useNavigate();
  const actions = useActions();
  const store = useStore();
  const { chatId } = useParams({ strict: false });
  const mayWrite = useMay('write');
  return (key) => {
    const chat = threadIdSchema.safeParse(chatId);
    if (key === '?') setOpen('keys');
    else if (key === 'n') void navigate({ to: '/' });
    else if (key === 'i') void navigate({ to: '/inbox' });
    else if (key === '/') document.getElementById('composer')?.focus();
    else if (key === 'x' && chat.success && mayWrite) void actions.run('cancelChat', { params: { chatId: chat.data } });
    else if (key === '.') {
      if (focusNextQuestion()) return true;
      const next = store.questions.list.find((question) => question.chatId !== chatId);
      if (next) void navigate({ to: '/chat/$chatId', params: { chatId: next.chatId }, search: {} });
      else store.toasts.add(copy.nothingWaiting);
    } else return false;
    return true;
  };
}

/** Focuses the next question on this page after the focus; false if there is none. */
function focusNextQuestion(): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-needs-you]')];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[(at + 1) % cards.length];
  const field = ['[data-answers]', 'button, input'].reduce<HTMLElement | null>(
    (found, kind) => found ?? next?.querySelector<HTMLElement>(kind) ?? null,
    null,
  );
  next?.scrollIntoView({ block: 'center' });
  field?.focus();
  return field !== null;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], dialog, [popover]') !== null
  );
}
