export interface ChartPart {
  name: string;
  color: string;
}

interface BarsProps {
  label: string;
  parts: readonly ChartPart[];
  /** With one value per part, in the order of the parts. */
  rows: readonly { key: string; label: string; values: readonly number[]; text: string }[];
}

/** Horizontal stacked bars. Names and totals are HTML text, so that screen readers and narrow pages show them. */
export function Bars({ label, parts, rows }: BarsProps) {
  const max = Math.max(1, ...rows.map(({ values }) => sum(values)));
  return (
    <figure aria-label={label} className="flex flex-col gap-3">
      <ul className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)_max-content] items-center gap-x-3 gap-y-2">
        {rows.map((row) => (
          <li key={row.key} className="col-span-3 grid grid-cols-subgrid items-center text-small">
            <span dir="auto" className="max-w-28 truncate sm:max-w-48">
              {row.label}
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="h-3.5 w-full">
              <rect width={100} height={10} className="fill-sunken" />
              {segmentsOf(row.values, 100 / max).map(({ at, size }, part) => (
                <rect key={parts[part]?.name} x={at} width={size} height={10} style={{ fill: parts[part]?.color }} />
              ))}
            </svg>
            <span className="text-end text-tiny tabular-nums text-soft">{row.text}</span>
          </li>
        ))}
      </ul>
      <Legend parts={parts} />
    </figure>
  );
}

/** Names the colors of a chart, unless there is only one. */
export function Legend({ parts }: { parts: readonly ChartPart[] }) {
  if (parts.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {parts.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5 text-tiny text-soft">
          <span className="size-2.5 rounded-tiny" style={{ background: color }} aria-hidden="true" />
          <span dir="auto">{name}</span>
        </li>
      ))}
    </ul>
  );
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A value above 0 is always visible, however small. */
function segmentsOf(values: readonly number[], scale: number): { at: number; size: number }[] {
  return values.map((value, index) => ({
    at: sum(values.slice(0, index)) * scale,
    size: value > 0 ? Math.max(0.6, value * scale) : 0,
  }));
}
