import type { SearchGroup, SearchHit, SearchKind, ThreadId } from '@retinue/protocol';
import { Command } from 'cmdk';
import { CircleHelp, CornerDownRight, MessageSquare, Quote, Reply } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearch } from '../../store/chats/use-search.ts';
import { serverNow } from '../../store/stream/server-time.ts';
import { formatAgo } from '../../store/usage/figures.ts';
import { paletteCopy } from './copy.ts';

interface HitsProps {
  query: string;
  onOpen: (chatId: ThreadId, taskId: string | null) => void;
}

/** Messages of all chats that match the query. */
export function SearchHits({ query, onOpen }: HitsProps) {
  const found = useSearch(query);
  if (found.state === 'idle') return null;
  if (found.state === 'loading') return <SearchNote>{paletteCopy.searching}</SearchNote>;
  if (found.state === 'failed') return <SearchNote>{paletteCopy.searchFailed(found.words)}</SearchNote>;
  const { results, isComplete } = found.value;
  const said = results.flatMap((group) => group.hits.flatMap((hit) => (hit.kind === 'title' ? [] : [{ group, hit }])));
  if (said.length === 0) return <SearchNote>{isComplete ? paletteCopy.noResults : paletteCopy.indexing}</SearchNote>;
  return (
    <Command.Group heading={paletteCopy.messages} forceMount className={groupLook}>
      {said.map(({ group, hit }) => (
        <Hit key={keyOf(hit)} group={group} hit={hit} onOpen={onOpen} />
      ))}
    </Command.Group>
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
  const author = kind === 'message' || kind === 'reply' ? paletteCopy.you : agentName;
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
            {paletteCopy.source(author, path)}
          </span>
          <span className="shrink-0 tabular-nums">{formatAgo(at, serverNow())}</span>
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
      <mark key={from} className="rounded-[0.2rem] bg-ask-wash font-medium text-ink">
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

const groupLook =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-tiny [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-faint';
