import type { ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { drainOf } from '../store/budgets.ts';
import type { LoadedThread } from '../store/chat-tree.ts';
import { agoWords, costWords, countWords } from '../store/figures.ts';
import { useMay } from '../store/use-library.ts';
import { useNow } from '../store/use-now.ts';
import { useBranch, useIsStopped } from '../store/use-store.ts';
import { whoDid } from '../store/who.ts';
import { DrainBar } from '../ui/drain-bar.tsx';
import { Status } from '../ui/status-mark.tsx';

/** The title, and what all of it has cost so far. */
export function ChatHead({ chatId, thread }: { chatId: ThreadId; thread: LoadedThread }) {
  const branch = useBranch(chatId, chatId);
  const drain = drainOf(thread);
  const agents = (branch?.threads ?? 1) - 1;
  const isStopped = useIsStopped(chatId);
  const tone = branch?.needsYou ? 'waiting' : isStopped ? 'pending' : 'running';
  return (
    <header className="flex min-h-12 items-center gap-3 border-b border-line px-4 group-data-[is-listed=false]/main:ps-14 sm:px-6">
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate text-small font-semibold">
          {thread.title}
        </h1>
        {thread.imported && <ImportedBy {...thread.imported} />}
      </div>
      <span className="hidden shrink-0 text-tiny tabular-nums text-faint sm:inline">
        {agents > 0 && `${countWords(agents, 'sub-agent')} · `}
        Whole chat: {costWords(branch?.tokens ?? 0, branch?.costMicros ?? 0, branch?.unpricedTokens)}
      </span>
      {drain && <DrainBar {...drain} className="w-16" />}
      {(branch?.needsYou || isUnfinished(thread.status)) && <Status tone={tone} />}
    </header>
  );
}

function ImportedBy({ at, by }: NonNullable<LoadedThread['imported']>) {
  const isOwner = useMay('run');
  const now = useNow(true);
  return (
    <p className="truncate text-tiny text-faint" title={new Date(at).toLocaleString()}>
      Imported by {whoDid(by, isOwner)} · {agoWords(at, now)}
    </p>
  );
}
