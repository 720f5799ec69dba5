import type { CallState } from '@retinue/protocol';
import { reasonText } from '@retinue/protocol';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNow } from '../../store/stream/use-now.ts';
import { tellingArgument } from '../../store/threads/current-work.ts';
import { elapsedMs, formatElapsed } from '../../store/usage/figures.ts';
import { useChoice } from '../../store/use-store.ts';
import { CopyButton } from '../../ui/buttons/button.tsx';
import { StatusMark, type StatusTone } from '../../ui/status.tsx';
import { ValueBlock } from '../../ui/text/code-block.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { callsCopy as copy } from './copy.ts';

const tones = {
  requested: 'pending',
  running: 'running',
  done: 'success',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
} as const satisfies Record<CallState['status'], StatusTone>;

/** A tool call as one line; opened, its input and output. */
export function CallRow({ call }: { call: CallState }) {
  const { shownCall } = useViewContext();
  const isShown = shownCall === call.callId;
  const [isOpen, choose] = useChoice(call.callId, isShown);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return (
    <div
      ref={row}
      data-is-shown={isShown || undefined}
      className={`min-w-0 rounded-small ${isShown ? 'outline-2 outline-accent/60' : ''}`}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => choose(!isOpen)}
        className="flex w-full min-w-0 items-center gap-1.5 rounded-small px-1 py-0.5 text-start text-small text-soft hover:bg-hover"
      >
        <ChevronRight
          size={13}
          className={`shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
        />
        <StatusMark tone={tones[call.status]} size={13} />
        <code className="shrink-0 font-mono text-tiny text-ink">{call.name}</code>
        <span dir="auto" className="min-w-0 truncate text-tiny text-faint">
          {call.error ? reasonText(call.error) : tellingArgument(call.args)}
        </span>
        <CallTime call={call} />
      </button>
      {isOpen && <CallDetails call={call} />}
    </div>
  );
}

function CallTime({ call }: { call: CallState }) {
  const isRunning = call.endedAt === null && call.startedAt !== null;
  const now = useNow(isRunning);
  const ms = elapsedMs(call.startedAt ?? call.requestedAt, call.endedAt, now);
  if ((!isRunning && call.endedAt === null) || ms < 1000) return null;
  return <span className="ms-auto shrink-0 text-tiny tabular-nums text-faint">{formatElapsed(ms)}</span>;
}

function CallDetails({ call }: { call: CallState }) {
  return (
    <div className="flex flex-col gap-2 py-1.5 ps-5 motion-safe:animate-arrive">
      <CallLink call={call} />
      {call.error && <p className="text-small text-bad [overflow-wrap:anywhere]">{reasonText(call.error)}</p>}
      <ValueBlock label={copy.input} value={call.args} />
      {call.output && (
        <ValueBlock
          label={call.output.blob ? copy.partialOutput(call.output.bytes) : copy.output}
          value={call.output.value}
        />
      )}
    </div>
  );
}

/** In the side pane every call has its own URL. */
function CallLink({ call }: { call: CallState }) {
  const { chatId, kind, shownTask } = useViewContext();
  if (kind !== 'pane' || !shownTask) return null;
  const address = `${location.origin}/chat/${chatId}?task=${shownTask}&call=${call.callId}`;
  return (
    <p className="flex items-center text-tiny text-faint">
      <code className="font-mono">{call.callId}</code>
      <CopyButton text={address} label={copy.copyLink} />
    </p>
  );
}
