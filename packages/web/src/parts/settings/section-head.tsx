import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/status/note.tsx';

export function SectionHead({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lead font-semibold">{title}</h2>
        <p className="max-w-[60ch] text-small text-soft text-pretty [overflow-wrap:anywhere]">{words}</p>
      </div>
      {children}
    </header>
  );
}

export function NotHere({ what, onBack }: { what: string; onBack: () => void }) {
  return (
    <Note title={`This ${what} is not here`}>
      <p className="mb-3">It may have been deleted, or the link is incomplete.</p>
      <Button onClick={onBack}>Show all</Button>
    </Note>
  );
}
