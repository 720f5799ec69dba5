import { Suspense, useRef } from 'react';
import { uiCopy } from '../copy.ts';
import { useSeen } from '../layout/use-viewport.ts';
import { lazyPart } from '../loading/lazy-part.ts';
import { CopyFrame } from './copy-frame.tsx';
import { knownLanguage } from './languages.ts';

const ColoredCode = lazyPart(async () => (await import('./colored-code.tsx')).default);

interface CodeProps {
  code: string;
  language?: string;
  /** Caption, if not the language. */
  label?: string;
  /** Incomplete code stays plain. */
  isGrowing?: boolean;
}

export function CodeBlock({ code, language = '', label = language, isGrowing = false }: CodeProps) {
  const frame = useRef<HTMLElement>(null);
  const isSeen = useSeen(frame);
  const known = isSeen && !isGrowing && code.length <= maxColoredLength ? knownLanguage(language) : null;
  return (
    <CopyFrame ref={frame} dir="ltr" caption={label || uiCopy.plainCode} text={code} copyLabel={uiCopy.copyCode}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-112 overflow-auto p-3 font-mono text-small leading-relaxed">
        <code>
          {known ? (
            <Suspense fallback={code}>
              <ColoredCode code={code} language={known} />
            </Suspense>
          ) : (
            code
          )}
        </code>
      </pre>
    </CopyFrame>
  );
}

/** Highlighting takes time in proportion to the length. */
const maxColoredLength = 50_000;

/** Any value: a text as it is, anything else as JSON. */
export function ValueBlock({ label, value }: { label: string; value: unknown }) {
  if (typeof value === 'string') return <CodeBlock label={label} code={value} />;
  return <CodeBlock label={label} language="json" code={JSON.stringify(value, null, 2)} />;
}
