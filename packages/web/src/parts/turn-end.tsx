import { RotateCcw } from 'lucide-react';
import { costWords } from '../store/figures.ts';
import type { Row } from '../store/turns.ts';
import { useMay } from '../store/use-library.ts';
import { useActions } from '../store/use-store.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/code-block.tsx';
import { usePlace } from './place.ts';

/** What can be done with an answer, and what one could ask next. */
export function TurnEnd({ row, isRoot }: { row: Extract<Row, { kind: 'end' }>; isRoot: boolean }) {
  const { chatId, kind, ask } = usePlace();
  const actions = useActions();
  const mayWrite = useMay('write');
  if (kind === 'nested') return null;
  return (
    <footer className="-mt-2 flex flex-col gap-3">
      <div className="-ms-1.5 flex items-center gap-0.5">
        {row.answer && <CopyButton text={row.answer} label="Copy answer" />}
        {isRoot && row.isLast && mayWrite && (
          <IconButton label="Answer again" className="size-7!" onClick={() => void actions.regenerate(chatId)}>
            <RotateCcw size={13} />
          </IconButton>
        )}
        {row.usage > 0 && (
          <span className="ps-1 text-tiny tabular-nums text-faint">{costWords(row.usage, row.costMicros)}</span>
        )}
      </div>
      {isRoot && row.isLast && mayWrite && row.followUps.length > 0 && (
        <ul aria-label="Questions to ask next" className="flex flex-wrap gap-2">
          {row.followUps.map((question) => (
            <li key={question}>
              <button
                type="button"
                dir="auto"
                onClick={() => ask(question)}
                className="rounded-large border border-line-strong px-3 py-1.5 text-start text-small text-soft transition-colors hover:border-accent hover:bg-accent-wash hover:text-ink"
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}
