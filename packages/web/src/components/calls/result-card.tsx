import type { CallState } from '@retinue/protocol';
import { CircleAlert, CornerUpLeft } from 'lucide-react';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { callsCopy } from './copy.ts';

/** The result that a sub-agent returns to its parent. */
export function ResultCard({ call }: { call: CallState }) {
  const { kind } = useViewContext();
  const { result, status } = (call.args ?? {}) as { result?: unknown; status?: unknown };
  const isRefused = call.status === 'failed';
  const isError = status === 'error' || isRefused;
  return (
    <article
      aria-label={callsCopy.result}
      className={`rounded-plain border px-3 py-2 ${isError ? 'border-bad/40 bg-bad-wash' : 'border-line bg-sunken'}`}
    >
      <p className={`mb-1 flex items-center gap-1.5 text-tiny font-semibold ${isError ? 'text-bad' : 'text-faint'}`}>
        {isError ? <CircleAlert size={13} aria-hidden="true" /> : <CornerUpLeft size={13} aria-hidden="true" />}
        {callsCopy.resultHeads[isRefused ? 'rejected' : isError ? 'failed' : 'returned']}
      </p>
      {call.error && <p className="text-small text-bad [overflow-wrap:anywhere]">{call.error}</p>}
      {typeof result === 'string' ? (
        <Markdown text={result} className={kind === 'nested' ? 'text-small' : ''} />
      ) : (
        result !== undefined && (
          <CodeBlock label={callsCopy.resultLabel} language="json" code={JSON.stringify(result, null, 2)} />
        )
      )}
    </article>
  );
}
