import type { CallState } from '@retinue/protocol';
import { CircleAlert, CornerUpLeft } from 'lucide-react';
import { Markdown } from '../ui/markdown.tsx';
import { usePlace } from './place.ts';

/** What a sub-agent hands back. */
export function ResultCard({ call }: { call: CallState }) {
  const { kind } = usePlace();
  const { result, status } = (call.args ?? {}) as { result?: unknown; status?: unknown };
  const isError = status === 'error' || call.status === 'failed';
  const words = call.error ?? (typeof result === 'string' ? result : '');
  return (
    <article
      aria-label="Result"
      className={`rounded-plain border px-3 py-2 ${isError ? 'border-bad/40 bg-bad-wash' : 'border-line bg-sunken'}`}
    >
      <p className={`mb-1 flex items-center gap-1.5 text-tiny font-semibold ${isError ? 'text-bad' : 'text-faint'}`}>
        {isError ? <CircleAlert size={13} aria-hidden="true" /> : <CornerUpLeft size={13} aria-hidden="true" />}
        {isError ? 'Could not be done' : 'Result, sent back'}
      </p>
      <Markdown text={words} className={kind === 'nested' ? 'text-small' : ''} />
    </article>
  );
}
