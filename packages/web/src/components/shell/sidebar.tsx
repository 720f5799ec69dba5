import type { Chat } from '@retinue/protocol';
import { Inbox, PanelLeftClose, Plus, Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useChats, useChatsState, useHasMoreChats, useStore } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { May } from '../may.tsx';
import { ChatRow } from './chat-row.tsx';
import { shellCopy } from './copy.ts';
import { NavLink } from './nav-link.tsx';

/** The chat list and the links to all other screens. */
export function Sidebar({ onHide, footer }: { onHide: () => void; footer: ReactNode }) {
  const store = useStore();
  const chats = useChats();
  const state = useChatsState();
  const [query, setQuery] = useState('');
  const shown = useMemo(() => matching(chats, query), [chats, query]);
  const waiting = chats.reduce((sum, chat) => sum + chat.openQuestions, 0);
  useEffect(() => {
    if (query.trim() === '') return;
    const timer = setTimeout(() => void store.chats.find(query.trim()).catch(() => {}), 200);
    return () => clearTimeout(timer);
  }, [store, query]);
  return (
    <nav aria-label={shellCopy.chats} className="flex h-full flex-col bg-side">
      <div className="flex items-center gap-2 px-3 pt-3 pb-2">
        <span className="flex items-center gap-2 ps-1 font-semibold tracking-tight">
          <img src="/favicon.ico" alt="" width={20} height={20} /> {shellCopy.productName}
        </span>
        <IconButton label={shellCopy.hideChats} className="ms-auto" onClick={onHide}>
          <PanelLeftClose size={16} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-0.5 px-2 pb-2">
        <May right="write">
          <NavLink to="/" icon={<Plus size={16} />} isExact>
            {shellCopy.newChat}
          </NavLink>
        </May>
        <NavLink to="/inbox" icon={<Inbox size={16} />} count={waiting}>
          {shellCopy.inbox}
        </NavLink>
        <label className="mt-1 flex items-center gap-2 rounded-small border border-line bg-paper px-2 focus-within:border-accent">
          <Search size={14} className="text-faint" aria-hidden="true" />
          <span className="sr-only">{shellCopy.searchByTitle}</span>
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder={shellCopy.searchChats}
            className="h-8 min-w-0 flex-1 bg-transparent text-small outline-none placeholder:text-faint"
          />
        </label>
      </div>
      <ChatList shown={shown} isSearching={query.trim() !== ''} state={state} />
      <div className="border-t border-line p-2">{footer}</div>
    </nav>
  );
}

function matching(chats: readonly Chat[], query: string): readonly Chat[] {
  const text = query.trim().toLocaleLowerCase();
  return text === '' ? chats : chats.filter(({ title }) => title.toLocaleLowerCase().includes(text));
}

interface ListProps {
  shown: readonly Chat[];
  isSearching: boolean;
  state: 'loading' | 'ready' | 'failed';
}

function ChatList({ shown, isSearching, state }: ListProps) {
  const store = useStore();
  const hasMore = useHasMoreChats();
  const pinned = shown.filter(({ isPinned }) => isPinned);
  const others = shown.filter(({ isPinned }) => !isPinned);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      {shown.length === 0 && (
        <p className="px-2 py-3 text-small text-faint">
          {state === 'loading' && shellCopy.loadingChats}
          {state === 'failed' && shellCopy.chatsFailed}
          {state === 'ready' && (isSearching ? shellCopy.noMatch : shellCopy.noChats)}
        </p>
      )}
      {state === 'failed' && (
        <Button className="ms-2" onClick={() => void store.chats.load().catch(() => {})}>
          {shellCopy.retry}
        </Button>
      )}
      <ChatGroup title={shellCopy.pinned} chats={pinned} />
      <ChatGroup title={pinned.length > 0 ? shellCopy.recent : ''} chats={others} />
      {hasMore && !isSearching && (
        <Button
          variant="quiet"
          className="mt-1 w-full justify-center"
          onClick={() => void store.chats.loadMore().catch(() => {})}
        >
          {shellCopy.olderChats}
        </Button>
      )}
    </div>
  );
}

function ChatGroup({ title, chats }: { title: string; chats: readonly Chat[] }) {
  if (chats.length === 0) return null;
  return (
    <section aria-label={title || shellCopy.chats} className="pt-2">
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
