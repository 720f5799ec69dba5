import type { ReactNode } from 'react';

export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded-tiny border border-line bg-sunken px-1 font-sans text-tiny text-soft">
      {children}
    </kbd>
  );
}
