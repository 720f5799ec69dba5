import type { CallState } from '@retinue/protocol';
import { CircleAlert, CornerUpLeft } from 'lucide-react';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { useViewContext } from '../thread/view-context.ts';

/** What a sub-agent hands back. */
export function ResultCard({ call }: { call: CallState }) {
  const { kind } = useViewContext();
  const { result, status } = (call.args ?? {}) as { result?: unknown; status?: unknown };
  const isRefused = call.status === 'failed';
  const isError = status === 'error' || isRefused;
  return (
    <article
      aria-label="Result"
      className={`rounded-plain border px-3 py-2 ${isError ? 'border-bad/40 bg-bad-wash' : 'border-line bg-sunken'}`}
    >
      <p className={`mb-1 flex items-center gap-1.5 text-tiny font-semibold ${isError ? 'text-bad' : 'text-faint'}`}>
        {isError ? <CircleAlert size={13} aria-hidden="true" /> : <CornerUpLeft size={13} aria-hidden="true" />}
        {isRefused ? 'Result, not taken' : isError ? 'Could not be done' : 'Result, sent back'}
      </p>
      {call.error && <p className="text-small text-bad [overflow-wrap:anywhere]">{call.error}</p>}
      {typeof result === 'string' ? (
        <Markdown text={result} className={kind === 'nested' ? 'text-small' : ''} />
      ) : (
        result !== undefined && <CodeBlock label="result" language="json" code={JSON.stringify(result, null, 2)} />
      )}
    </article>
  );
}
