import { useMedia } from '../layout/use-viewport.ts';
import { type ChartPart, sum } from './bars.tsx';

export interface ColumnChartProps {
  label: string;
  /** Bottom to top. */
  parts: readonly ChartPart[];
  /** With one value per part, and its text where it is more than the value. */
  columns: readonly { key: string; label: string; values: readonly number[]; texts?: readonly string[] }[];
  format: (value: number) => string;
  /** Minimum distance between two grid lines, such as one task. */
  minStep: number;
}

/** Vertical stacked columns. The page must also show the numbers as text. */
export function ColumnChart(props: ColumnChartProps) {
  const { label, parts, columns, format } = props;
  const width = useMedia('(min-width: 640px)') ? 720 : 340;
  const scale = scaleOf(props, width);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="h-auto w-full">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={scale.left} x2={width} y1={scale.y(tick)} y2={scale.y(tick)} className="stroke-line" />
          <text
            x={scale.left - 8}
            y={scale.y(tick) + 4}
            textAnchor="end"
            className="fill-faint text-chart tabular-nums"
          >
            {format(tick)}
          </text>
        </g>
      ))}
      {columns.map(({ key, label: name, values, texts }, index) => (
        <g key={key} className="group">
          <rect
            x={scale.x(index)}
            y={top}
            width={scale.band}
            height={height - top - bottom}
            className="fill-transparent group-hover:fill-hover"
          />
          {values.map((value, part) => {
            const below = sum(values.slice(0, part));
            const tall = scale.y(below) - scale.y(below + value);
            return value > 0 ? (
              <rect
                key={parts[part]?.name}
                x={scale.x(index) + (scale.band - scale.wide) / 2}
                y={scale.y(below + value)}
                width={scale.wide}
                height={Math.max(1, tall)}
                rx={Math.min(2, scale.band * 0.1)}
                style={{ fill: parts[part]?.color }}
              />
            ) : null;
          })}
          <title>{`${name}: ${values.map((value, part) => `${texts?.[part] ?? format(value)} ${parts[part]?.name ?? ''}`).join(', ')}`}</title>
          {index % scale.every === scale.offset && (
            <text
              x={scale.x(index) + scale.band / 2}
              y={height - 8}
              textAnchor="middle"
              className="fill-faint text-chart tabular-nums"
            >
              {name}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

const height = 220;
const top = 12;
const bottom = 28;

function scaleOf({ columns, format, minStep }: ColumnChartProps, width: number) {
  const { length } = columns;
  const ticks = ticksBetween(0, Math.max(...columns.map(({ values }) => sum(values)), minStep), minStep);
  const highest = ticks.at(-1) ?? 1;
  const left = 12 + Math.max(...ticks.map((tick) => format(tick).length)) * 6.6;
  const band = (width - left) / Math.max(1, length);
  const every = Math.max(1, Math.ceil(44 / band));
  return {
    ticks,
    left,
    band,
    wide: Math.min(40, band * 0.68),
    every,
    // The last column, usually today, always has its label.
    offset: (length - 1) % every,
    x: (index: number) => left + band * index,
    y: (value: number) => top + (1 - value / highest) * (height - top - bottom),
  };
}

/** Round numbers from below the smallest value to above the largest. */
export function ticksBetween(min: number, max: number, minStep = 0): number[] {
  const rough = (max - min || Math.abs(max) || 1) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const step = Math.max(round, minStep);
  const from = Math.floor(min / step);
  const to = Math.max(from + 1, Math.ceil(max / step));
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}
