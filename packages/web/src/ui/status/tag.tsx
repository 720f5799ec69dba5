import type { ReactNode } from 'react';

export function Tag({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'accent' }) {
  const look = tone === 'accent' ? 'bg-accent-wash text-accent' : 'bg-sunken text-soft';
  return (
    <span className={`inline-flex shrink-0 items-center rounded-full px-2 text-tiny font-medium ${look}`}>
      {children}
    </span>
  );
}
