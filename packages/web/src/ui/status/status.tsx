import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleSlash, LoaderCircle, Unplug } from 'lucide-react';
import { statusCopy } from '../copy.ts';

export type StatusTone = 'pending' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled' | 'interrupted';

const marks = {
  pending: { Icon: CircleDashed, color: 'text-faint' },
  running: { Icon: LoaderCircle, color: 'text-accent motion-safe:animate-turn' },
  waiting: { Icon: CircleHelp, color: 'text-ask' },
  success: { Icon: CircleCheck, color: 'text-good' },
  failed: { Icon: CircleAlert, color: 'text-bad' },
  cancelled: { Icon: CircleSlash, color: 'text-faint' },
  interrupted: { Icon: Unplug, color: 'text-ask' },
} as const satisfies Record<StatusTone, object>;

export function StatusMark({ tone, size = 15 }: { tone: StatusTone; size?: number }) {
  const { Icon, color } = marks[tone];
  return (
    <Icon size={size} strokeWidth={2.2} className={`shrink-0 ${color}`} role="img" aria-label={statusCopy[tone]} />
  );
}

const textColors: Partial<Record<StatusTone, string>> = { waiting: 'text-ask', failed: 'text-bad' };

/** Icon and text: color alone is not enough. */
export function Status({ tone, detail = '' }: { tone: StatusTone; detail?: string }) {
  const { Icon, color } = marks[tone];
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-tiny">
      <Icon size={14} strokeWidth={2.2} className={`shrink-0 ${color}`} aria-hidden="true" />
      <span className={`font-medium ${textColors[tone] ?? 'text-soft'}`}>
        {statusCopy[tone]}
        {detail}
      </span>
    </span>
  );
}
