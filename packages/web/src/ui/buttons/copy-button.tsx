import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { uiCopy } from '../copy.ts';

export function CopyButton({
  text,
  label = uiCopy.copy,
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
      aria-label={isCopied ? uiCopy.copied : label}
      title={label}
      className={`inline-flex size-7 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink ${className}`}
    >
      {isCopied ? <Check size={14} className="text-good" /> : <Copy size={14} />}
    </button>
  );
}

/** Falls back to `execCommand`: a page over plain HTTP has no clipboard API. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
