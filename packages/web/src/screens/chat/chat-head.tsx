import type { ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { drainOf } from '../../store/budgets.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { actorName } from '../../store/session/actor-name.ts';
import { useNow } from '../../store/stream/use-now.ts';
import { formatAgo, formatCost, formatCount } from '../../store/usage/figures.ts';
import { useMay } from '../../store/use-library.ts';
import { useBranch, useIsStopped } from '../../store/use-store.ts';
import { BudgetBar } from '../../ui/charts/budget-bar.tsx';
import { Status } from '../../ui/status/status.tsx';
import { chatCopy } from './copy.ts';

/** Title, total cost and status of a chat. */
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
        {agents > 0 && `${formatCount(agents, 'sub-agent')} · `}
        {chatCopy.total(formatCost(branch?.tokens ?? 0, branch?.costMicros ?? 0, branch?.unpricedTokens))}
      </span>
      {drain && <BudgetBar {...drain} className="w-16" />}
      {(branch?.needsYou || isUnfinished(thread.status)) && <Status tone={tone} />}
    </header>
  );
}

function ImportedBy({ at, by }: NonNullable<LoadedThread['imported']>) {
  const isOwner = useMay('run');
  const now = useNow(true);
  return (
    <p className="truncate text-tiny text-faint" title={new Date(at).toLocaleString()}>
      {chatCopy.importedBy(actorName(by, isOwner), formatAgo(at, now))}
    </p>
  );
}
