import { dollars, type UsageReport } from '@retinue/protocol';
import { formatElapsed, formatMoney, formatTokens } from '../../../store/usage/figures.ts';
import {
  type AgentUsage,
  type Measure,
  type Span,
  spansOf,
  tokensOf,
  type UsageSearch,
} from '../../../store/usage/usage-report.ts';
import { useChoice } from '../../../store/use-store.ts';
import { Segments } from '../../../ui/buttons/segments.tsx';
import { Bars, type ChartPart, sum } from '../../../ui/charts/bars.tsx';
import { ChartFigure } from '../../../ui/charts/chart-figure.tsx';
import { ColumnChart } from '../../../ui/charts/column-chart.tsx';
import { TableView } from '../../../ui/layout/table-view.tsx';
import { usageCopy as copy } from './copy.ts';

const measures: readonly Measure[] = ['tasks', 'tokens', 'money', 'time'];
const options = measures.map((key) => ({ key, label: copy.measureOptions[key] }));

export function MeasureChoice({ search, onChange }: { search: UsageSearch; onChange: (search: UsageSearch) => void }) {
  return (
    <div>
      <Segments
        label={copy.measureLabel}
        options={options}
        value={search.measure ?? 'tasks'}
        onChange={(measure) => onChange({ ...search, measure })}
      />
    </div>
  );
}

const inputColor = 'light-dark(#0d6a5f, #62cdbe)';
const outputColor = 'light-dark(#c05a1c, #f0a36b)';

/** How a measure is drawn and written, by day and by agent. */
interface MeasureView<Row> {
  parts: readonly ChartPart[];
  values: (row: Row) => number[];
  format: (value: number) => string;
  /** The text of a row as a whole. */
  formatTotal: (row: Row) => string;
  /** The text of each part of a row, where its value alone does not say it. */
  formatParts?: (row: Row) => string[];
  minStep: number;
}

type AnyRow = Pick<Span, 'tasks' | 'succeeded' | 'failed' | 'cancelled' | 'costMicros' | 'unpricedTokens' | 'workedMs'>;

const views = {
  tasks: {
    parts: [
      { name: copy.parts.succeeded, color: 'var(--color-good)' },
      { name: copy.parts.failed, color: 'var(--color-bad)' },
      { name: copy.parts.canceled, color: 'var(--color-faint)' },
      { name: copy.parts.open, color: 'var(--color-line-strong)' },
    ],
    values: ({ tasks, succeeded, failed, cancelled }) => [
      succeeded,
      failed,
      cancelled,
      Math.max(0, tasks - succeeded - failed - cancelled),
    ],
    format: (value) => value.toLocaleString(),
    formatTotal: ({ tasks }) => copy.taskCount(tasks),
    minStep: 1,
  },
  money: {
    parts: [{ name: copy.parts.cost, color: outputColor }],
    values: ({ costMicros }) => [costMicros],
    format: dollars,
    formatTotal: formatMoney,
    formatParts: (row) => [formatMoney(row)],
    minStep: 10_000,
  },
  time: {
    parts: [{ name: copy.parts.time, color: inputColor }],
    values: ({ workedMs }) => [workedMs],
    format: formatElapsed,
    formatTotal: ({ workedMs }) => formatElapsed(workedMs),
    minStep: 1000,
  },
} satisfies Partial<Record<Measure, MeasureView<AnyRow>>>;

const tokenView = {
  format: (value: number) =>
    Intl.NumberFormat('en', { notation: value >= 10_000 ? 'compact' : 'standard' }).format(value),
  minStep: 1,
};

const dayViews: Record<Measure, MeasureView<Span>> = {
  ...views,
  tokens: {
    ...tokenView,
    parts: [{ name: copy.parts.tokens, color: inputColor }],
    values: ({ tokens }) => [tokens],
    formatTotal: ({ tokens }) => formatTokens(tokens),
  },
};

const agentViews: Record<Measure, MeasureView<AgentUsage>> = {
  ...views,
  tokens: {
    ...tokenView,
    parts: [
      { name: copy.parts.input, color: inputColor },
      { name: copy.parts.output, color: outputColor },
    ],
    values: (row) => [row.inputTokens + row.estimatedTokens, row.outputTokens],
    formatTotal: (row) => formatTokens(tokensOf(row)),
  },
};

export function DayColumns({ report: { days }, search }: { report: UsageReport; search: UsageSearch }) {
  const measure = search.measure ?? 'tasks';
  const { parts, values, format, formatParts, minStep } = dayViews[measure];
  const { spans, isWeekly } = spansOf(days, search);
  const textsOf = (span: Span) => formatParts?.(span) ?? values(span).map(format);
  const [isTable, setTable] = useChoice('numbers of usage by day', false);
  const name = copy.byDay(copy.measures[measure], isWeekly);
  const table = (
    <TableView
      isNumeric
      label={name}
      columns={[isWeekly ? copy.week : copy.day, ...parts.map((part) => part.name)]}
      rows={spans.map((span) => ({ key: span.day, cells: [span.day, ...textsOf(span)] }))}
    />
  );
  return (
    <ChartFigure isSection title={name} table={table} isTable={isTable} onSwitch={setTable}>
      <ColumnChart
        label={copy.chartLabel(name, spans[0]?.day, spans.at(-1)?.day)}
        parts={parts}
        columns={spans.map((span) => ({
          key: span.day,
          label: span.day.slice(5),
          values: values(span),
          texts: textsOf(span),
        }))}
        format={format}
        minStep={minStep}
      />
    </ChartFigure>
  );
}

export function AgentBars({ agents, measure }: { agents: readonly AgentUsage[]; measure: Measure }) {
  const { parts, values, formatTotal } = agentViews[measure];
  const name = copy.byAgent(copy.measures[measure]);
  const rows = agents
    .map((row) => ({ key: row.agentId, label: row.name, values: values(row), text: formatTotal(row), row }))
    .map((bar) => ({ ...bar, total: sum(bar.values) }))
    .filter(({ total, row }) => total > 0 || (measure === 'money' && row.unpricedTokens > 0))
    .toSorted((left, right) => right.total - left.total);
  return (
    <section aria-label={name} className="flex flex-col gap-3 rounded-plain border border-line bg-raised p-4">
      <h3 className="text-small font-semibold">{name}</h3>
      {rows.length === 0 ? (
        <p className="text-small text-soft">{measure === 'tasks' ? copy.noTasks : copy.nothing}</p>
      ) : (
        <Bars label={name} parts={parts} rows={rows} />
      )}
    </section>
  );
}
