import type { ThreadState } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleSlash, RotateCcw } from 'lucide-react';
import { useRegenerate } from '../../store/sending/use-regenerate.ts';
import { useMay } from '../../store/use-library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { threadCopy } from './copy.ts';
import { useViewContext } from './view-context.ts';

/** How a thread ended, unless it completed. A chat offers to try again. */
export function ThreadOutcome({ thread }: { thread: ThreadState }) {
  const { chatId, kind } = useViewContext();
  const regenerate = useRegenerate(chatId, thread);
  const mayWrite = useMay('write');
  const { outcome } = thread;
  if (!outcome || outcome.status === 'completed') return null;
  const isFailed = outcome.status === 'failed';
  const isRoot = thread.parent === null;
  if ((kind === 'nested' && !isFailed) || hasReported(thread)) return null;
  const tone = toneOf(outcome);
  const { label, head } = threadCopy.outcomes[tone];
  const { frame, icon, Icon } = tones[tone];
  const provider = isFailed ? failedProvider(thread) : null;
  return (
    <article
      aria-label={label}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-plain border px-3 py-2 text-small ${frame}`}
    >
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-2">
        <Icon size={15} className={`mt-0.5 shrink-0 ${icon}`} aria-hidden="true" />
        <span className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{head} </span>
          {outcome.reason}
        </span>
      </span>
      {provider !== null && <ProviderLink provider={provider} />}
      {isRoot && mayWrite && (
        <Button icon={<RotateCcw size={13} />} onClick={regenerate}>
          {threadCopy.retry}
        </Button>
      )}
    </article>
  );
}

/** The provider whose error ended the thread; null for any other failure. */
function failedProvider({ items, agent }: ThreadState): string | null {
  const last = items.findLast((item) => item.type === 'step');
  return last?.cut?.final && last.cut.reason === 'provider-error' ? agent.model.provider : null;
}

function ProviderLink({ provider }: { provider: string }) {
  return (
    <Link
      to="/settings/$section"
      params={{ section: 'providers' }}
      search={provider.startsWith('prv_') ? { edit: provider } : {}}
      className="text-small text-soft underline underline-offset-2 hover:text-ink"
    >
      {threadCopy.providerSettings}
    </Link>
  );
}

/** A reached budget is not shown as a failure if there is an answer. */
function toneOf({ status, result, limit }: NonNullable<ThreadState['outcome']>): keyof typeof tones {
  if (status !== 'failed') return 'canceled';
  return limit === 'budget' && result !== '' ? 'partial' : 'failed';
}

const tones = {
  failed: {
    frame: 'border-bad/40 bg-bad-wash text-ink',
    icon: 'text-bad',
    Icon: CircleAlert,
  },
  partial: {
    frame: 'border-ask/40 bg-ask-wash text-ink',
    icon: 'text-ask',
    Icon: CircleAlert,
  },
  canceled: {
    frame: 'border-line text-soft',
    icon: 'text-faint',
    Icon: CircleSlash,
  },
};

/** A thread that reported through `taskResult` says itself what went wrong. */
function hasReported({ items }: ThreadState): boolean {
  const last = items.findLast((item) => item.type === 'step');
  return last?.calls.some(({ name, status }) => name === 'taskResult' && status === 'done') ?? false;
}
