import type { ReactNode } from 'react';

/** A state in words, where there is nothing else to show. */
export function Note({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-2 p-8 text-center">
      <p className="font-semibold">{title}</p>
      {children && <div className="text-small text-soft">{children}</div>}
    </div>
  );
}

/** Something is on its way; said only if it takes a moment. */
export function Waiting({ words }: { words: string }) {
  return (
    <p role="status" className="after-a-moment p-6 text-center text-small text-faint">
      {words}
    </p>
  );
}

export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded-[0.3rem] border border-line bg-sunken px-1 font-sans text-tiny text-soft">
      {children}
    </kbd>
  );
}
