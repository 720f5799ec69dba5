import type { ReactNode } from 'react';

interface TableProps {
  label: string;
  columns: readonly ReactNode[];
  /** The first cell names its row. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  /** Numbers are aligned at their end and never wrap. */
  isNumeric?: boolean;
}

export function TableView({ label, columns, rows, isNumeric = false }: TableProps) {
  const sides = columns.length > 8 ? 'px-1.5' : 'px-2';
  const look = (index: number) =>
    `${sides} py-2 first:ps-3 last:pe-3 ${isNumeric && index > 0 ? 'text-end whitespace-nowrap' : 'text-start'}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-plain border border-line bg-raised">
      <table className="w-full border-collapse text-small tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead className="border-b border-line bg-sunken text-soft">
          <tr>{columns.map((column, index) => cell('col', index, `font-medium ${look(index)}`, column))}</tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((content, index) =>
                index === 0
                  ? cell('row', index, `font-normal ${look(index)}`, content)
                  : cell(null, index, `text-soft ${look(index)}`, content),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cell(scope: 'col' | 'row' | null, index: number, className: string, content: ReactNode) {
  const Cell = scope ? 'th' : 'td';
  return (
    <Cell key={index} dir="auto" {...(scope ? { scope } : {})} className={className}>
      {content}
    </Cell>
  );
}
