import { threadIdSchema } from '@retinue/protocol';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useMay } from '../store/use-library.ts';
import { useActions, useStore } from '../store/use-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Key } from '../ui/note.tsx';

const Palette = lazy(() => import('./palette.tsx'));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const keys: [keys: string[], words: string][] = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], 'Find a chat or an action'],
  [['n'], 'New chat'],
  [['i'], 'Inbox'],
  [['/'], 'To the message field'],
  [['.'], 'Next that needs you'],
  [['x'], 'Stop the chat'],
  [['←', '→'], 'In the side pane: the task before, the next one'],
  [['Esc'], 'Close what lies on top'],
  [['Enter'], 'Send'],
  [['Shift', 'Enter'], 'A new line'],
  [['?'], 'These keys'],
];

type Open = 'palette' | 'keys' | null;

/** Keys that work everywhere, as long as nobody is writing. */
export function Shortcuts() {
  const [open, setOpen] = useState<Open>(null);
  const [words, setWords] = useState('');
  const act = useKeyActions(setOpen);
  const close = useCallback(() => setOpen(null), []);
  useTypingAhead(open === 'palette', setWords, close);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setWords('');
        setOpen((before) => (before === 'palette' ? null : 'palette'));
        return;
      }
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !isWriting(event.target);
      if (isPlain && act(event.key)) event.preventDefault();
    };
    const onKeys = () => setOpen('keys');
    addEventListener('keydown', onKey);
    addEventListener('retinue:keys', onKeys);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('retinue:keys', onKeys);
    };
  }, [act]);
  if (open === 'palette') {
    return (
      <Suspense>
        <Palette words={words} onWords={setWords} onClose={close} onKeys={() => setOpen('keys')} />
      </Suspense>
    );
  }
  return open === 'keys' ? <KeySheet onClose={close} /> : null;
}

/** The palette is fetched when it is first asked for. What is typed until it is there is meant for it, and for nothing else. */
function useTypingAhead(isAsked: boolean, setWords: (change: (words: string) => string) => void, close: () => void) {
  // With the drawing itself: a moment later, the key after the one that closes it would be swallowed.
  useLayoutEffect(() => {
    if (!isAsked) return;
    const onKey = (event: KeyboardEvent) => {
      const isThere = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (isThere || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') close();
      if (event.key === 'Backspace') setWords((words) => words.slice(0, -1));
      if (event.key.length === 1) setWords((words) => words + event.key);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [isAsked, setWords, close]);
}

function useKeyActions(setOpen: (open: Open) => void): (key: string) => boolean {
  const navigate = useNavigate();
  const actions = useActions();
  const store = useStore();
  const { chatId } = useParams({ strict: false });
  const mayWrite = useMay('write');
  return useCallback(
    (key: string) => {
      const chat = threadIdSchema.safeParse(chatId);
      if (key === '?') setOpen('keys');
      else if (key === 'n') void navigate({ to: '/' });
      else if (key === 'i') void navigate({ to: '/inbox' });
      else if (key === '/') document.getElementById('composer')?.focus();
      else if (key === 'x' && chat.success && mayWrite) void actions.stop(chat.data);
      else if (key === '.') {
        if (focusNextQuestion()) return true;
        const next = store.questions.find((question) => question.chatId !== chatId);
        if (next) void navigate({ to: '/chat/$chatId', params: { chatId: next.chatId }, search: {} });
        else store.notices.add('Nothing needs you.');
      } else return false;
      return true;
    },
    [navigate, actions, store, chatId, mayWrite, setOpen],
  );
}

/** The next question on this page after where the focus is; false if there is none. */
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

function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2 p-4 text-small">
        {keys.map(([pressed, words]) => (
          <div key={words} className="contents">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="text-soft">{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
