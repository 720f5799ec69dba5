import type { StepItem } from '@retinue/protocol';
import { FoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Markdown } from '../../ui/text/markdown.tsx';
import { threadCopy } from './copy.ts';
import { KeptDetails } from './kept-details.tsx';

/** Marks where earlier steps were summarized for the model. People still see every step. */
export function CompactionLine({ item, keptAs }: { item: StepItem; keptAs: string }) {
  if (item.status === 'open') {
    return <Line isMoving>{threadCopy.summarizing}</Line>;
  }
  const summary = item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  if (item.status === 'cut' || summary.trim() === '') {
    return <Line>{threadCopy.summaryFailed}</Line>;
  }
  return (
    <KeptDetails keptAs={keptAs} className="group/summary">
      <summary className="list-none rounded-small [&::-webkit-details-marker]:hidden">
        <Line>
          {threadCopy.summarized}
          <span className="underline underline-offset-2 group-open/summary:hidden">{threadCopy.showSummary}</span>
          <span className="hidden underline underline-offset-2 group-open/summary:inline">
            {threadCopy.hideSummary}
          </span>
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
