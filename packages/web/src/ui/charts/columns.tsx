import { useMedia } from '../layout/use-media.ts';

export interface ColumnsProps {
  label: string;
  /** The lowest first. */
  parts: readonly { name: string; color: string }[];
  columns: readonly { key: string; label: string; values: readonly number[] }[];
  /** A value as people read it. */
  words: (value: number) => string;
  /** Between two lines there is at least this much: nobody asks for a quarter of a task. */
  leastStep: number;
}

/** Standing columns, each made of its parts. What it shows must stand somewhere in words too. */
export function Columns(props: ColumnsProps) {
  const { label, parts, columns, words } = props;
  const width = useMedia('(min-width: 640px)') ? 720 : 340;
  const place = placing(props, width);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="h-auto w-full">
      {place.ticks.map((tick) => (
        <g key={tick}>
          <line x1={place.left} x2={width} y1={place.y(tick)} y2={place.y(tick)} className="stroke-line" />
          <text
            x={place.left - 8}
            y={place.y(tick) + 4}
            textAnchor="end"
            className="fill-faint text-[11px] tabular-nums"
          >
            {words(tick)}
          </text>
        </g>
      ))}
      {columns.map(({ key, label: name, values }, index) => (
        <g key={key} className="group">
          <rect
            x={place.x(index)}
            y={top}
            width={place.band}
            height={height - top - bottom}
            className="fill-transparent group-hover:fill-hover"
          />
          {values.map((value, part) => {
            const below = sum(values.slice(0, part));
            const tall = place.y(below) - place.y(below + value);
            return value > 0 ? (
              <rect
                key={parts[part]?.name}
                x={place.x(index) + (place.band - place.wide) / 2}
                y={place.y(below + value)}
                width={place.wide}
                height={Math.max(1, tall)}
                rx={Math.min(2, place.band * 0.1)}
                style={{ fill: parts[part]?.color }}
              />
            ) : null;
          })}
          <title>{`${name}: ${values.map((value, part) => `${words(value)} ${parts[part]?.name ?? ''}`).join(', ')}`}</title>
          {index % place.every === place.offset && (
            <text
              x={place.x(index) + place.band / 2}
              y={height - 8}
              textAnchor="middle"
              className="fill-faint text-[11px] tabular-nums"
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

function placing({ columns, words, leastStep }: ColumnsProps, width: number) {
  const { length } = columns;
  const ticks = ticksTo(Math.max(...columns.map(({ values }) => sum(values)), leastStep), leastStep);
  const highest = ticks.at(-1) ?? 1;
  const left = 12 + Math.max(...ticks.map((tick) => words(tick).length)) * 6.6;
  const band = (width - left) / Math.max(1, length);
  const every = Math.max(1, Math.ceil(44 / band));
  return {
    ticks,
    left,
    band,
    wide: Math.min(40, band * 0.68),
    every,
    // The last one, today most often, always has its name.
    offset: (length - 1) % every,
    x: (index: number) => left + band * index,
    y: (value: number) => top + (1 - value / highest) * (height - top - bottom),
  };
}

/** Round numbers from nothing to above the greatest. */
function ticksTo(greatest: number, leastStep: number): number[] {
  const rough = greatest / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const step = Math.max(round, leastStep);
  const count = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
