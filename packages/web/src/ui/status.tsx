import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleSlash, LoaderCircle, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusCopy } from './copy.ts';

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
      <Icon size={14} strokeWidth={2.2} className={`shrink-0 ${color}`} />
      <span className={`font-medium ${textColors[tone] ?? 'text-soft'}`}>
        {statusCopy[tone]}
        {detail}
      </span>
    </span>
  );
}

export function Tag({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'accent' }) {
  const look = tone === 'accent' ? 'bg-accent-wash text-accent' : 'bg-sunken text-soft';
  return (
    <span className={`inline-flex shrink-0 items-center rounded-full px-2 text-tiny font-medium ${look}`}>
      {children}
    </span>
  );
}

/** A message in place of content. With `isPage` its title is the heading of the page. */
export function Note({ title, isPage = false, children }: { title: string; isPage?: boolean; children?: ReactNode }) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-2 p-8 text-center">
      <Title className="font-semibold">{title}</Title>
      {children && <div className="text-small text-soft">{children}</div>}
    </div>
  );
}

/** Says that something loads, if it takes longer than a moment. */
export function Waiting({ label }: { label: string }) {
  return (
    <p
      role="status"
      className="delayed flex h-full items-center justify-center gap-2 p-6 text-center text-small text-faint"
    >
      <LoaderCircle size={15} className="shrink-0 text-accent motion-safe:animate-turn" />
      {label}
    </p>
  );
}
