import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoteProps {
  title: string;
  /** Makes the title the page's heading. */
  isPage?: boolean;
  children?: ReactNode;
}

/** A message in place of content. */
export function Note({ title, isPage = false, children }: NoteProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-2 p-8 text-center">
      <Title className="font-semibold">{title}</Title>
      {children && <div className="text-small text-soft">{children}</div>}
    </div>
  );
}

/** Says that something loads, if it takes longer than a moment. */
export function Waiting({ label }: { label: string }) {
  return (
    <p
      role="status"
      className="delayed flex h-full items-center justify-center gap-2 p-6 text-center text-small text-faint"
    >
      <LoaderCircle size={15} aria-hidden="true" className="shrink-0 text-accent motion-safe:animate-turn" />
      {label}
    </p>
  );
}
