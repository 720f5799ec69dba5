import { Check, Copy } from 'lucide-react';
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { uiCopy } from '../copy.ts';

type Variant = 'primary' | 'plain' | 'quiet' | 'danger';

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-accent-ink hover:opacity-90 border-transparent',
  plain: 'bg-raised text-ink border-line-strong hover:bg-hover',
  quiet: 'text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-raised text-bad border-line-strong hover:bg-bad-wash',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** The keyboard shortcut for open questions focuses the button with this. */
  'data-answers'?: boolean;
}

export function Button({ variant = 'plain', icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-control items-center gap-1.5 rounded-small border px-2.5 py-1 text-small font-medium transition-colors disabled:opacity-50 ${variants[variant]} ${className}`}
    >
      {icon}
      {children}
    </button>
  );
}

/** Shows only an icon. Screen readers and the tooltip use the label. */
export function IconButton({ label, children, className = '', ...rest }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={rest.title ?? label}
      className={`inline-flex size-icon-button shrink-0 items-center justify-center rounded-small text-faint transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  );
}

export function CopyButton({ text, label = uiCopy.copy }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <IconButton
      label={isCopied ? uiCopy.copied : label}
      title={label}
      className="size-7!"
      onClick={() => void copy().catch(() => {})}
    >
      {isCopied ? <Check size={14} className="text-good" /> : <Copy size={14} />}
    </IconButton>
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
