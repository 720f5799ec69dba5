import type { ReactNode } from 'react';
import { uiCopy } from '../copy.ts';
import { type ChartPart, Legend } from './bars.tsx';

interface ChartFigureProps {
  title: string;
  unit?: string | undefined;
  parts?: readonly ChartPart[];
  /** The numbers of the chart. */
  table: ReactNode;
  isTable: boolean;
  onSwitch: (isTable: boolean) => void;
  children: ReactNode;
  /** Its title is a heading of the page. */
  isSection?: boolean;
}

/** A chart that can be switched to a table of its numbers. */
export function ChartFigure({
  title,
  unit,
  parts = [],
  table,
  isTable,
  onSwitch,
  children,
  isSection,
}: ChartFigureProps) {
  const Title = isSection ? 'h3' : 'span';
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-plain border border-line bg-raised p-4">
      <figcaption className="flex flex-wrap items-baseline gap-x-2">
        <Title dir="auto" className="text-small font-semibold">
          {title}
        </Title>
        {unit && <span className="text-tiny text-faint">{unit}</span>}
        <button
          type="button"
          onClick={() => onSwitch(!isTable)}
          className="ms-auto rounded-small px-1.5 text-tiny text-faint underline-offset-2 hover:text-ink hover:underline"
        >
          {isTable ? uiCopy.showChart : uiCopy.showNumbers}
        </button>
      </figcaption>
      {isTable ? table : children}
      <Legend parts={parts} />
    </figure>
  );
}
