import type { Chat } from '@retinue/protocol';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { memo, useState } from 'react';
import { useActions, useIsStopped, useThread } from '../../store/use-store.ts';
import { Menu } from '../../ui/buttons/menu.tsx';
import { StatusMark, type StatusTone } from '../../ui/status.tsx';
import { chatMenu } from '../menus/copy.ts';
import { useMenu } from '../menus/use-menu.tsx';
import { shellCopy as copy } from './copy.ts';

export function toneOf({ status, openQuestions, damage }: Chat): StatusTone {
  if (damage) return 'failed';
  if (openQuestions > 0 || status === 'waiting_for_user') return 'waiting';
  if (status === 'active') return 'running';
  if (status === 'failed' || status === 'cancelled') return status;
  return 'success';
}

/** One chat of the list: status, title and menu. */
export const ChatRow = memo(function ChatRow({ chat }: { chat: Chat }) {
  const [isRenaming, setRenaming] = useState(false);
  const { chatId: shown } = useParams({ strict: false });
  const isStopped = useIsStopped(chat.chatId);
  const ownTone = toneOf(chat);
  const tone = ownTone === 'running' && isStopped ? 'pending' : ownTone;
  if (isRenaming) return <Renaming chat={chat} onDone={() => setRenaming(false)} />;
  return (
    <li
      className={`group relative flex items-center rounded-small hover:bg-hover ${shown === chat.chatId ? 'bg-hover' : ''}`}
    >
      <Link
        to="/chat/$chatId"
        params={{ chatId: chat.chatId }}
        search={{}}
        aria-current={shown === chat.chatId ? 'page' : undefined}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-small py-1.5 px-2 group-focus-within:pe-8 group-hover:pe-8 pointer-coarse:pe-8"
      >
        <span className={tone === 'success' ? 'opacity-45 grayscale' : ''}>
          <StatusMark tone={tone} size={14} />
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-small">
          {chat.title}
        </span>
        {chat.damage && <span className="shrink-0 text-tiny font-medium text-bad">{copy.damaged}</span>}
        <Unread count={shown === chat.chatId ? 0 : chat.unread} />
        {chat.openTasks > 0 && (
          <span className="shrink-0 text-tiny tabular-nums text-faint group-hover:invisible">
            {chat.tasks - chat.openTasks}/{chat.tasks}
            <span className="sr-only">{copy.tasksDone}</span>
          </span>
        )}
      </Link>
      <RowMenu chat={chat} onRename={() => setRenaming(true)} />
    </li>
  );
});

/** Number of unread notices. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      title={copy.unread(count)}
      className="shrink-0 rounded-full bg-accent px-1.5 text-tiny font-semibold tabular-nums text-accent-ink"
    >
      {count}
      <span className="sr-only">{copy.unreadSuffix}</span>
    </span>
  );
}

function RowMenu({ chat, onRename }: { chat: Chat; onRename: () => void }) {
  const actions = useActions();
  const navigate = useNavigate();
  const { chatId: shown } = useParams({ strict: false });
  const { chatId, isPinned } = chat;
  const isStopped = (useThread(chatId, chatId)?.stoppedAt ?? null) !== null;
  const open = (what: 'rename' | 'delete') => {
    if (what === 'rename') return onRename();
    void actions.remove(chat);
    if (shown === chatId) void navigate({ to: '/' });
  };
  const choices = useMenu(chatMenu, { isPinned, isStopped }, { chatId }, open);
  if (choices.length === 0) return null;
  return (
    <Menu
      label={copy.more(chat.title)}
      align="end"
      className="absolute end-1 inline-flex size-7 items-center justify-center rounded-small text-faint opacity-0 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
      choices={choices}
    >
      <Ellipsis size={15} />
    </Menu>
  );
}

function Renaming({ chat, onDone }: { chat: Chat; onDone: () => void }) {
  const actions = useActions();
  const [title, setTitle] = useState(chat.title);
  const save = () => {
    onDone();
    const { chatId } = chat;
    if (title.trim() !== '' && title.trim() !== chat.title)
      void actions.run('changeChat', { params: { chatId }, body: { title: title.trim() } });
  };
  return (
    <li data-is-dirty={title !== chat.title || undefined} className="px-1 py-0.5">
      <input
        aria-label={copy.newTitle}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to rename it.
        autoFocus
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') onDone();
        }}
        className="h-7 w-full rounded-small border border-accent bg-raised px-1.5 text-small outline-none"
      />
    </li>
  );
}
