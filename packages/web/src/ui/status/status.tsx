import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleSlash, LoaderCircle, Unplug } from 'lucide-react';

export type StatusTone = 'pending' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled' | 'interrupted';

const marks = {
  pending: { Icon: CircleDashed, color: 'text-faint', word: 'Queued' },
  running: { Icon: LoaderCircle, color: 'text-accent motion-safe:animate-turn', word: 'Working' },
  waiting: { Icon: CircleHelp, color: 'text-ask', word: 'Needs you' },
  success: { Icon: CircleCheck, color: 'text-good', word: 'Done' },
  failed: { Icon: CircleAlert, color: 'text-bad', word: 'Failed' },
  cancelled: { Icon: CircleSlash, color: 'text-faint', word: 'Stopped' },
  interrupted: { Icon: Unplug, color: 'text-ask', word: 'Interrupted' },
} as const satisfies Record<StatusTone, object>;

export function StatusMark({ tone, size = 15 }: { tone: StatusTone; size?: number }) {
  const { Icon, color, word } = marks[tone];
  return <Icon size={size} strokeWidth={2.2} className={`shrink-0 ${color}`} role="img" aria-label={word} />;
}

const wordColors: Partial<Record<StatusTone, string>> = { waiting: 'text-ask', failed: 'text-bad' };

/** The icon and the word: colour alone tells nothing. */
export function Status({ tone, detail = '' }: { tone: StatusTone; detail?: string }) {
  const { Icon, color, word } = marks[tone];
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-tiny">
      <Icon size={14} strokeWidth={2.2} className={`shrink-0 ${color}`} aria-hidden="true" />
      <span className={`font-medium ${wordColors[tone] ?? 'text-soft'}`}>
        {word}
        {detail}
      </span>
    </span>
  );
}
