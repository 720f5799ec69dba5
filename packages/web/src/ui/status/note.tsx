import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoteProps {
  title: string;
  /** Then it stands for the whole page, and its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}

/** A state in words, where there is nothing else to show. */
export function Note({ title, isPage = false, children }: NoteProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-2 p-8 text-center">
      <Title className="font-semibold">{title}</Title>
      {children && <div className="text-small text-soft">{children}</div>}
    </div>
  );
}

/** Something is on its way; said only if it takes a moment. */
export function Waiting({ words }: { words: string }) {
  return (
    <p
      role="status"
      className="after-a-moment flex h-full items-center justify-center gap-2 p-6 text-center text-small text-faint"
    >
      <LoaderCircle size={15} aria-hidden="true" className="shrink-0 text-accent motion-safe:animate-turn" />
      {words}
    </p>
  );
}
