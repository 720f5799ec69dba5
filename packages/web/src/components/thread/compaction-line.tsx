import type { StepItem } from '@retinue/protocol';
import { FoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Markdown } from '../../ui/text/markdown.tsx';
import { KeptDetails } from './kept-details.tsx';

/** Where the beginning of a long thread was told in few words for the model. People keep everything; this is no answer. */
export function CompactionLine({ item, keptAs }: { item: StepItem; keptAs: string }) {
  if (item.status === 'open') {
    return <Line isMoving>Summarising what came before …</Line>;
  }
  const summary = item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  if (item.status === 'cut' || summary.trim() === '') {
    return <Line>Earlier steps could not be summarised; it goes on without.</Line>;
  }
  return (
    <KeptDetails keptAs={keptAs} className="group/summary">
      <summary className="list-none rounded-small [&::-webkit-details-marker]:hidden">
        <Line>
          Earlier steps were summarised for the model
          <span className="underline underline-offset-2 group-open/summary:hidden">show</span>
          <span className="hidden underline underline-offset-2 group-open/summary:inline">hide</span>
        </Line>
      </summary>
      <Markdown text={summary} className="mx-auto mt-2 rounded-plain bg-sunken px-3.5 py-2.5 text-small text-soft" />
    </KeptDetails>
  );
}

function Line({ children, isMoving = false }: { children: ReactNode; isMoving?: boolean }) {
  return (
    <span
      className={`flex items-center gap-2 text-tiny text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line ${isMoving ? 'motion-safe:animate-breathe' : ''}`}
    >
      <FoldVertical size={13} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  );
}
