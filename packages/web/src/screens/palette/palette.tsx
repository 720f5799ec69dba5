import type { SearchGroup, SearchHit, SearchKind, ThreadId } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  CircleHelp,
  CornerDownRight,
  Keyboard,
  type LucideIcon,
  MessageSquare,
  Quote,
  Reply,
  Search,
  Settings,
} from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { screenLinks } from '../../components/menus/copy.ts';
import { serverNow } from '../../store/stream/server-time.ts';
import { formatAgo } from '../../store/usage/figures.ts';
import { useSearch } from '../../store/use-library.ts';
import { useChats, useRights } from '../../store/use-store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { settingsSections } from '../settings/settings-sections.ts';
import { paletteCopy as copy } from './copy.ts';

interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  onKeys: () => void;
}

/** Finds chats, actions and messages by a few letters. */
export default function Palette({ query, onQuery, onClose, onKeys }: PaletteProps) {
  const chats = useChats();
  const navigate = useNavigate();
  const open = (chatId: ThreadId, task: string | null) => {
    onClose();
    void navigate({ to: '/chat/$chatId', params: { chatId }, search: task ? { task } : {} });
  };
  return (
    <Dialog label={copy.label} hasHead={false} onClose={onClose} className="mt-palette-top!">
      <Command label={copy.label} loop>
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search size={16} className="text-faint" />
          <Command.Input
            data-first
            value={query}
            onValueChange={onQuery}
            placeholder={copy.placeholder}
            className="h-12 flex-1 bg-transparent outline-none placeholder:text-faint"
          />
        </div>
        <Command.List className="max-h-palette-list overflow-y-auto p-1.5">
          <Command.Empty className="p-4 text-center text-small text-faint">{copy.noMatch}</Command.Empty>
          <PaletteGroup heading={copy.actions}>
            {useActionChoices({ onClose, onKeys }).map((choice) => (
              <Choice key={choice.value} {...choice} />
            ))}
          </PaletteGroup>
          <PaletteGroup heading={copy.chats}>
            {chats.map(({ chatId, title }) => (
              <Choice
                key={chatId}
                value={`${title} ${chatId}`}
                label={title}
                Icon={MessageSquare}
                onSelect={() => open(chatId, null)}
              />
            ))}
          </PaletteGroup>
          <SearchHits query={query} onOpen={open} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

interface ChoiceProps {
  value: string;
  label?: string;
  Icon: LucideIcon;
  onSelect: () => void;
}

function useActionChoices({ onClose, onKeys }: Pick<PaletteProps, 'onClose' | 'onKeys'>): ChoiceProps[] {
  const navigate = useNavigate();
  const may = useRights();
  const goTo = (to: string, value: string, Icon: LucideIcon): ChoiceProps => ({
    value,
    Icon,
    onSelect: () => {
      onClose();
      void navigate({ to, search: {} });
    },
  });
  return [
    ...screenLinks
      .filter(({ right }) => right === undefined || may[right])
      .map(({ to, label, icon }) => goTo(to, label, icon)),
    ...settingsSections.map(({ key, label }) => goTo(`/settings/${key}`, copy.settings(label), Settings)),
    { value: copy.shortcuts, Icon: Keyboard, onSelect: onKeys },
  ];
}

function Choice({ value, label = value, Icon, onSelect }: ChoiceProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-small px-2.5 py-2 text-small text-soft data-[selected=true]:bg-hover data-[selected=true]:text-ink"
    >
      <Icon size={15} />
      <span dir="auto" className="truncate">
        {label}
      </span>
    </Command.Item>
  );
}

interface HitsProps {
  query: string;
  onOpen: (chatId: ThreadId, taskId: string | null) => void;
}

/** Messages of all chats that match the query. */
function SearchHits({ query, onOpen }: HitsProps) {
  const found = useSearch(query);
  if (!found) return null;
  if (found.state === 'loading') return <SearchNote>{copy.searching}</SearchNote>;
  if (found.state === 'failed') return <SearchNote>{copy.searchFailed(found.message)}</SearchNote>;
  const { results, isComplete } = found.value;
  const said = results.flatMap((group) => group.hits.flatMap((hit) => (hit.kind === 'title' ? [] : [{ group, hit }])));
  if (said.length === 0) return <SearchNote>{isComplete ? copy.noResults : copy.indexing}</SearchNote>;
  return (
    <PaletteGroup heading={copy.messages} forceMount>
      {said.map(({ group, hit }) => (
        <Hit key={keyOf(hit)} group={group} hit={hit} onOpen={onOpen} />
      ))}
    </PaletteGroup>
  );
}

function PaletteGroup(props: ComponentProps<typeof Command.Group>) {
  return (
    <Command.Group
      {...props}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-faint"
    />
  );
}

interface HitProps {
  group: SearchGroup;
  hit: SearchHit;
  onOpen: HitsProps['onOpen'];
}

function Hit({ group, hit, onOpen }: HitProps) {
  const { kind, taskId, agentName, snippet, at } = hit;
  const path = [group.title, ...hit.path.map(({ title }) => title)].join(' › ');
  const author = kind === 'message' || kind === 'reply' ? copy.you : agentName;
  return (
    <Command.Item
      forceMount
      value={`said ${keyOf(hit)}`}
      onSelect={() => onOpen(group.chatId, taskId)}
      className="flex cursor-pointer items-start gap-2.5 rounded-small px-2.5 py-2 text-small text-soft data-[selected=true]:bg-hover data-[selected=true]:text-ink"
    >
      <span className="mt-0.5 shrink-0 text-faint">{icons[kind]}</span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {marked(snippet)}
        </span>
        <span className="flex gap-2 text-tiny text-faint">
          <span dir="auto" className="min-w-0 truncate">
            {copy.source(author, path)}
          </span>
          <span className="shrink-0 tabular-nums" title={new Date(at).toLocaleString()}>
            {formatAgo(at, serverNow())}
          </span>
        </span>
      </span>
    </Command.Item>
  );
}

function keyOf({ threadId, kind, at, snippet }: SearchHit): string {
  return `${threadId} ${kind} ${at} ${snippet.text}`;
}

function marked({ text, marks }: SearchHit['snippet']): ReactNode[] {
  const pieces: ReactNode[] = [];
  let place = 0;
  for (const [from, to] of marks) {
    pieces.push(
      text.slice(place, from),
      <mark key={from} className="rounded-tiny bg-ask-wash font-medium text-ink">
        {text.slice(from, to)}
      </mark>,
    );
    place = to;
  }
  return [...pieces, text.slice(place)];
}

function SearchNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-4 py-2 text-small text-faint">
      {children}
    </p>
  );
}

const icons: Record<SearchKind, ReactNode> = {
  title: <MessageSquare size={15} />,
  message: <MessageSquare size={15} />,
  instruction: <CornerDownRight size={15} />,
  answer: <Quote size={15} />,
  result: <Quote size={15} />,
  question: <CircleHelp size={15} />,
  reply: <Reply size={15} />,
};
