import type { Chart } from '@retinue/protocol';
import { useChoice } from '../../store/use-store.ts';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { TableView } from '../../ui/layout/table-view.tsx';
import { useMedia } from '../../ui/layout/use-viewport.ts';
import { chartsCopy as copy } from './copy.ts';
import { type Plot, plotOf } from './plot.ts';

/** A chart that can be switched to a table of its numbers. */
export default function ChartView({ chart, keptAs = `numbers ${chart.title}` }: { chart: Chart; keptAs?: string }) {
  const [isTable, setTable] = useChoice(keptAs, false);
  const plot = plotOf(chart, useMedia('(min-width: 640px)') ? 640 : 340);
  const parts = chart.series.map(({ name }, index) => ({ name, color: colorOf(index) }));
  return (
    <ChartFigure
      title={chart.title}
      unit={chart.unit}
      parts={parts}
      table={<Numbers chart={chart} />}
      isTable={isTable}
      onSwitch={setTable}
    >
      <Drawing chart={chart} plot={plot} />
    </ChartFigure>
  );
}

function Drawing({ chart, plot }: { chart: Chart; plot: Plot }) {
  const { width, height } = plot;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={copy.chart(chart.kind, chart.title, chart.series.map(({ name }) => name).join(', '))}
      className="h-auto w-full"
    >
      {plot.ticks.map(({ at, label }) => (
        <g key={label}>
          <line x1={plot.left} x2={width - 4} y1={at} y2={at} className="stroke-line" strokeWidth={1} />
          <text x={plot.left - 8} y={at + 4} textAnchor="end" className="fill-faint text-chart tabular-nums">
            {label}
          </text>
        </g>
      ))}
      {plot.labels.map(({ at, label, isShown }) =>
        isShown ? (
          <text
            key={label}
            x={at}
            y={plot.labelsAt}
            textAnchor={plot.isSlanted ? 'end' : 'middle'}
            transform={plot.isSlanted ? `rotate(-35 ${at} ${plot.labelsAt})` : undefined}
            className="fill-faint text-chart"
          >
            {label}
          </text>
        ) : null,
      )}
      {plot.series.map(({ name, paths, dots, bars }, index) => (
        <g key={name} style={{ color: colorOf(index) }}>
          {paths.map((path) => (
            <path
              key={path}
              d={path}
              fill="none"
              stroke="currentColor"
              strokeWidth={2.25}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          ))}
          {dots.map(({ x, y, label }) => (
            <circle key={label} cx={x} cy={y} r={3} fill="currentColor">
              <title>{label}</title>
            </circle>
          ))}
          {bars.map(({ x, y, width: wide, height: high, label }) => (
            <rect key={label} x={x} y={y} width={wide} height={high} rx={2.5} fill="currentColor">
              <title>{label}</title>
            </rect>
          ))}
        </g>
      ))}
    </svg>
  );
}

function Numbers({ chart: { title, series, points } }: { chart: Chart }) {
  const point = (
    <span key="point" className="sr-only">
      {copy.point}
    </span>
  );
  return (
    <TableView
      isNumeric
      label={copy.numbers(title)}
      columns={[point, ...series.map(({ name }) => name)]}
      rows={points.map((name, row) => ({
        key: name,
        cells: [name, ...series.map(({ values }) => values[row]?.toLocaleString() ?? '–')],
      }))}
    />
  );
}

/** A token of `tokens.css`. */
function colorOf(index: number): string {
  return `var(--color-series-${(index % seriesColors) + 1})`;
}

const seriesColors = 8;
