import { Check, Copy } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { knownLanguage } from './languages.ts';
import { lazyPart } from './lazy-part.ts';
import { useSeen } from './use-seen.ts';

const ColoredCode = lazyPart(async () => (await import('./colored-code.tsx')).default);

export function CopyButton({
  text,
  label = 'Copy',
  className = '',
}: {
  text: string;
  label?: string;
  className?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    copyText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 1500);
      },
      () => {},
    );
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      className={`inline-flex size-7 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink ${className}`}
    >
      {isCopied ? <Check size={14} className="text-good" /> : <Copy size={14} />}
    </button>
  );
}

/** On a page that came over plain HTTP there is no clipboard; then the old way. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

interface CodeProps {
  code: string;
  language?: string;
  /** What stands above it, if that is not its language. */
  label?: string;
  /** More is on its way: it stays plain until it is whole. */
  isGrowing?: boolean;
}

export function CodeBlock({ code, language = '', label = language, isGrowing = false }: CodeProps) {
  const frame = useRef<HTMLElement>(null);
  const isSeen = useSeen(frame);
  const known = isSeen && !isGrowing && code.length <= mostColored ? knownLanguage(language) : null;
  return (
    <figure ref={frame} dir="ltr" className="overflow-hidden rounded-plain border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line py-0.5 ps-3 pe-1">
        <span className="font-mono text-tiny text-faint">{label || 'text'}</span>
        <CopyButton text={code} label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
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

/** Colouring takes time with the length; nobody reads this much by its colours. */
const mostColored = 50_000;
