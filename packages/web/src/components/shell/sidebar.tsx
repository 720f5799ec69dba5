import type { Chat } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { Keyboard, Moon, PanelLeftClose, Search, Sun, SunMoon } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { chooseTheme, currentTheme, type Theme } from '../../store/session/theme.ts';
import {
  useChats,
  useChatsState,
  useHasMoreChats,
  useOpenQuestionCount,
  useRights,
  useStore,
} from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { screenLinks } from '../menus/copy.ts';
import type { ScreenLink } from '../menus/menu-entry.ts';
import { ChatRow } from './chat-row.tsx';
import { shellCopy as copy } from './copy.ts';

/** The chat list and the links to all other screens. */
export function Sidebar({ onHide }: { onHide: () => void }) {
  const store = useStore();
  const chats = useChats();
  const [query, setQuery] = useState('');
  const shown = useMemo(() => matching(chats, query), [chats, query]);
  useEffect(() => {
    if (query.trim() === '') return;
    const timer = setTimeout(() => void store.chats.find(query.trim()).catch(() => {}), 200);
    return () => clearTimeout(timer);
  }, [store, query]);
  return (
    <nav aria-label={copy.chats} className="flex h-full flex-col bg-side">
      <div className="flex items-center gap-2 px-3 pt-3 pb-2">
        <span className="flex items-center gap-2 ps-1 font-semibold tracking-tight">
          <img src="/favicon.ico" alt="" width={20} height={20} /> {copy.productName}
        </span>
        <IconButton label={copy.hideChats} className="ms-auto" onClick={onHide}>
          <PanelLeftClose size={16} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-0.5 px-2 pb-2">
        <NavLinks place="top" />
        <label className="mt-1 flex items-center gap-2 rounded-small border border-line bg-paper px-2 focus-within:border-accent">
          <Search size={14} className="text-faint" />
          <span className="sr-only">{copy.searchByTitle}</span>
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder={copy.searchChats}
            className="h-8 min-w-0 flex-1 bg-transparent text-small outline-none placeholder:text-faint"
          />
        </label>
      </div>
      <ChatList shown={shown} isSearching={query.trim() !== ''} />
      <Footer />
    </nav>
  );
}

function matching(chats: readonly Chat[], query: string): readonly Chat[] {
  const text = query.trim().toLocaleLowerCase();
  return text === '' ? chats : chats.filter(({ title }) => title.toLocaleLowerCase().includes(text));
}

/** Draws a page of rows at first: a tab that is open for days gets many more, and each takes memory. */
function ChatList({ shown, isSearching }: { shown: readonly Chat[]; isSearching: boolean }) {
  const state = useChatsState();
  const store = useStore();
  const hasMore = useHasMoreChats();
  const [maxRows, setMaxRows] = useState(pageRows);
  const pinned = shown.filter(({ isPinned }) => isPinned);
  const others = shown.filter(({ isPinned }) => !isPinned).slice(0, Math.max(0, maxRows - pinned.length));
  const isCut = pinned.length + others.length < shown.length;
  const showMore = () => {
    setMaxRows(maxRows + pageRows);
    if (shown.length < maxRows + pageRows) void store.chats.loadMore().catch(() => {});
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      {shown.length === 0 && (
        <p className="px-2 py-3 text-small text-faint">
          {state === 'loading' && copy.loadingChats}
          {state === 'failed' && copy.chatsFailed}
          {state === 'ready' && (isSearching ? copy.noMatch : copy.noChats)}
        </p>
      )}
      {state === 'failed' && (
        <Button className="ms-2" onClick={() => void store.chats.load().catch(() => {})}>
          {copy.retry}
        </Button>
      )}
      <ChatGroup title={copy.pinned} chats={pinned} />
      <ChatGroup title={pinned.length > 0 ? copy.recent : ''} chats={others} />
      {(isCut || (hasMore && !isSearching)) && (
        <Button variant="quiet" className="mt-1 w-full justify-center" onClick={showMore}>
          {copy.olderChats}
        </Button>
      )}
    </div>
  );
}

function ChatGroup({ title, chats }: { title: string; chats: readonly Chat[] }) {
  if (chats.length === 0) return null;
  return (
    <section aria-label={title || copy.chats} className="pt-2">
      {title && <h2 className="px-2 pb-1 text-tiny font-semibold text-faint">{title}</h2>}
      <ul className="flex flex-col gap-px">
        {chats.map((chat) => (
          <Boundary key={chat.chatId} as="item" what="chat" content={() => chat} resetKey={chat}>
            <ChatRow chat={chat} />
          </Boundary>
        ))}
      </ul>
    </section>
  );
}

const pageRows = 100;
const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

function Footer() {
  const [theme, setTheme] = useState(currentTheme);
  const Icon = theme === 'system' ? SunMoon : theme === 'light' ? Sun : Moon;
  return (
    <div className="flex flex-wrap items-center justify-end gap-0.5 border-t border-line p-2">
      <div className="flex w-full flex-col gap-0.5 pb-1">
        <NavLinks place="bottom" />
      </div>
      <a href="/docs" className="me-auto rounded-small px-2 py-1 text-tiny text-faint hover:bg-hover hover:text-ink">
        {copy.api}
      </a>
      <IconButton label={copy.shortcutsHint} onClick={() => dispatchEvent(new CustomEvent('retinue:keys'))}>
        <Keyboard size={16} />
      </IconButton>
      <IconButton
        label={copy.theme(theme)}
        onClick={() => {
          chooseTheme(next[theme]);
          setTheme(next[theme]);
        }}
      >
        <Icon size={16} />
      </IconButton>
    </div>
  );
}

function NavLinks({ place }: { place: ScreenLink['place'] }) {
  const may = useRights();
  return screenLinks
    .filter((link) => link.place === place && (link.right === undefined || may[link.right]))
    .map((link) => <NavLink key={link.to} {...link} />);
}

function NavLink({ to, label, icon: Icon }: ScreenLink) {
  const waiting = useOpenQuestionCount();
  const count = to === '/inbox' ? waiting : 0;
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ className: 'bg-hover text-ink' }}
      className="flex h-8 items-center gap-2.5 rounded-small px-2 text-small font-medium text-soft hover:bg-hover hover:text-ink"
    >
      <Icon size={16} />
      {label}
      {count > 0 && (
        <span className="ms-auto rounded-full bg-ask-wash px-1.5 text-tiny font-semibold tabular-nums text-ask">
          {count}
          <span className="sr-only">{copy.waitingCount}</span>
        </span>
      )}
    </Link>
  );
}
