import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-accent-ink hover:opacity-90 border-transparent',
  plain: 'bg-raised text-ink border-line-strong hover:bg-hover',
  quiet: 'text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-raised text-bad border-line-strong hover:bg-bad-wash',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** Where the key that leads to what needs a person puts the focus. */
  'data-answers'?: boolean;
}

export function Button({ look = 'plain', icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex min-h-8 pointer-coarse:min-h-10 items-center gap-1.5 rounded-small border px-2.5 py-1 text-small font-medium transition-colors disabled:opacity-50 ${looks[look]} ${className}`}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button that shows only an icon; its label is read out and shown on hover. */
export function IconButton({ label, children, className = '', ...rest }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={rest.title ?? label}
      className={`inline-flex size-8 pointer-coarse:size-9 shrink-0 items-center justify-center rounded-small text-faint transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  );
}
