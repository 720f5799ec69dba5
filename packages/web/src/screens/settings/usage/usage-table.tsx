import type { ReactNode } from 'react';

interface UsageTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; head: ReactNode; cells: readonly (string | number)[] }[];
}

export function UsageTable({ caption, columns, rows }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work without a mouse.
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto rounded-plain border border-line bg-raised">
      <table className="w-full border-collapse text-small tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`border-b border-line bg-sunken px-2 py-2 font-medium first:ps-3 last:pe-3 whitespace-nowrap text-soft ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row" className="py-2 ps-3 pe-2 text-start font-normal">
                {head}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="px-2 py-2 text-end whitespace-nowrap text-soft last:pe-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
