import { Suspense, useRef } from 'react';
import { CopyButton } from '../buttons/copy-button.tsx';
import { uiCopy } from '../copy.ts';
import { useSeen } from '../layout/use-seen.ts';
import { lazyPart } from '../loading/lazy-part.ts';
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
    <figure ref={frame} dir="ltr" className="overflow-hidden rounded-plain border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line py-0.5 ps-3 pe-1">
        <span className="font-mono text-tiny text-faint">{label || uiCopy.plainCode}</span>
        <CopyButton text={code} label={uiCopy.copyCode} />
      </figcaption>
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
    </figure>
  );
}

/** Highlighting takes time in proportion to the length. */
const maxColoredLength = 50_000;
