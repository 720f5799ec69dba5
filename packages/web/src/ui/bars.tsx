interface BarRow {
  key: string;
  label: string;
  /** In the order of the parts. */
  values: readonly number[];
  words: string;
}

interface BarsProps {
  label: string;
  parts: readonly { name: string; color: string }[];
  rows: readonly BarRow[];
}

const [barHeight, rowHeight, labelWidth, width, wordsWidth] = [14, 28, 150, 640, 92];

/** Lying bars, one a row, each made of its parts. The numbers stand beside them; a table holds them all. */
export function Bars({ label, parts, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map(({ values }) => sum(values)));
  const room = width - labelWidth - wordsWidth;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${rows.length * rowHeight}`}
        role="img"
        aria-label={`${label}. ${rows.map((row) => `${row.label}: ${row.words}`).join('; ')}.`}
        className="h-auto w-full"
      >
        {rows.map((row, index) => (
          <g key={row.key} transform={`translate(0 ${index * rowHeight})`}>
            <text x={labelWidth - 10} y={rowHeight / 2 + 4} textAnchor="end" className="fill-ink text-[12px]">
              {shortened(row.label)}
            </text>
            {pieces(row.values, room / most).map(({ at, size }, part) => (
              <rect
                key={parts[part]?.name}
                x={labelWidth + at}
                y={(rowHeight - barHeight) / 2}
                width={size}
                height={barHeight}
                rx={2}
                style={{ fill: parts[part]?.color }}
              />
            ))}
            <text
              x={labelWidth + (sum(row.values) / most) * room + 8}
              y={rowHeight / 2 + 4}
              className="fill-soft text-[11px] tabular-nums"
            >
              {row.words}
            </text>
          </g>
        ))}
      </svg>
      {parts.length > 1 && (
        <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {parts.map(({ name, color }) => (
            <span key={name} className="flex items-center gap-1.5 text-tiny text-soft">
              <span className="size-2.5 rounded-[0.2rem]" style={{ background: color }} aria-hidden="true" />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function pieces(values: readonly number[], scale: number): { at: number; size: number }[] {
  return values.map((value, index) => ({
    at: sum(values.slice(0, index)) * scale,
    size: value > 0 ? Math.max(1, value * scale) : 0,
  }));
}

function shortened(label: string): string {
  return label.length > 20 ? `${label.slice(0, 19)}…` : label;
}
