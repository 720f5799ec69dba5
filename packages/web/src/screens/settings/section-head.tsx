import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/status/note.tsx';
import { settingsCopy } from './copy.ts';
import type { SectionKey } from './settings-sections.ts';

export function SectionHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lead font-semibold">{title}</h2>
        <p className="max-w-[60ch] text-small text-soft text-pretty [overflow-wrap:anywhere]">{lead}</p>
      </div>
      {children}
    </header>
  );
}

export function EmptyList({ text }: { text: string }) {
  return (
    <p className="rounded-plain border border-dashed border-line-strong p-6 text-center text-small text-soft">{text}</p>
  );
}

export function NotFound({ noun, onBack }: { noun: string; onBack: () => void }) {
  return (
    <Note title={settingsCopy.notFound.title(noun)}>
      <p className="mb-3">{settingsCopy.notFound.text}</p>
      <Button onClick={onBack}>{settingsCopy.notFound.back}</Button>
    </Note>
  );
}

/** Opens an entry of a section, or its list. */
export function useShowEntry(section: SectionKey): (edit?: string) => void {
  const navigate = useNavigate();
  return (edit) => void navigate({ to: '/settings/$section', params: { section }, search: edit ? { edit } : {} });
}
