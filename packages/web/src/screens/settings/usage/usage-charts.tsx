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
import { useIsFree } from '../../../store/use-library.ts';
import { useChoice } from '../../../store/use-store.ts';
import { Segments } from '../../../ui/buttons/segments.tsx';
import { Bars } from '../../../ui/charts/bars.tsx';
import { Columns } from '../../../ui/charts/columns.tsx';
import { NumbersSwitch } from '../../../ui/charts/numbers-switch.tsx';
import { usageCopy as copy } from './copy.ts';
import { UsageTable } from './usage-table.tsx';

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

const outcomeParts = [
  { name: copy.parts.succeeded, color: 'var(--color-good)' },
  { name: copy.parts.failed, color: 'var(--color-bad)' },
  { name: copy.parts.canceled, color: 'var(--color-faint)' },
  { name: copy.parts.open, color: 'var(--color-line-strong)' },
];
const inputColor = 'light-dark(#0d6a5f, #62cdbe)';
const outputColor = 'light-dark(#c05a1c, #f0a36b)';

function outcomesOf(row: Pick<Span, 'tasks' | 'succeeded' | 'failed' | 'cancelled'>): number[] {
  const { tasks, succeeded, failed, cancelled } = row;
  return [succeeded, failed, cancelled, Math.max(0, tasks - succeeded - failed - cancelled)];
}

interface View<Row> {
  parts: readonly { name: string; color: string }[];
  values: (row: Row) => number[];
  words: (value: number) => string;
}

const dayViews: Record<Measure, View<Span> & { minStep: number }> = {
  tasks: { parts: outcomeParts, values: outcomesOf, words: whole, minStep: 1 },
  tokens: {
    parts: [{ name: copy.parts.tokens, color: inputColor }],
    values: ({ tokens }) => [tokens],
    words: compact,
    minStep: 1,
  },
  money: {
    parts: [{ name: copy.parts.cost, color: outputColor }],
    values: ({ costMicros }) => [costMicros],
    words: dollars,
    minStep: 10_000,
  },
  time: {
    parts: [{ name: copy.parts.time, color: inputColor }],
    values: ({ workedMs }) => [workedMs],
    words: formatElapsed,
    minStep: 1000,
  },
};

const frame = 'flex flex-col gap-3 rounded-plain border border-line bg-raised p-4';

export function DayColumns({ report: { agents, days }, search }: { report: UsageReport; search: UsageSearch }) {
  const measure = search.measure ?? 'tasks';
  const { parts, values, words, minStep } = dayViews[measure];
  const { spans, isWeekly } = spansOf(days, search);
  const isFree = useIsFree()(agents.map(({ agentId }) => agentId));
  const cellsOf = (span: Span) =>
    search.measure === 'money' ? [formatMoney({ ...span, isFree })] : values(span).map(words);
  const [isTable, setTable] = useChoice('numbers of usage by day', false);
  const name = copy.byDay(copy.measures[measure], isWeekly);
  return (
    <figure aria-label={name} className={frame}>
      <figcaption className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-small font-semibold">{name}</h3>
        <NumbersSwitch isTable={isTable} onChange={setTable} />
      </figcaption>
      {isTable ? (
        <UsageTable
          caption={name}
          columns={[isWeekly ? copy.week : copy.day, ...parts.map((part) => part.name)]}
          rows={spans.map((span) => ({ key: span.day, head: span.day, cells: cellsOf(span) }))}
        />
      ) : (
        <Columns
          label={copy.chartLabel(name, spans[0]?.day, spans.at(-1)?.day)}
          parts={parts}
          columns={spans.map((span) => ({ key: span.day, label: span.day.slice(5), values: values(span) }))}
          format={words}
          minStep={minStep}
        />
      )}
    </figure>
  );
}

const agentViews: Record<Measure, View<AgentUsage> & { sum: (row: AgentUsage) => string }> = {
  tasks: {
    parts: outcomeParts,
    values: outcomesOf,
    words: whole,
    sum: ({ tasks }) => copy.taskCount(tasks),
  },
  tokens: {
    parts: [
      { name: copy.parts.input, color: inputColor },
      { name: copy.parts.output, color: outputColor },
    ],
    values: (row) => [row.inputTokens + row.estimatedTokens, row.outputTokens],
    words: compact,
    sum: (row) => formatTokens(tokensOf(row)),
  },
  money: {
    parts: [{ name: copy.parts.cost, color: outputColor }],
    values: ({ costMicros }) => [costMicros],
    words: dollars,
    sum: ({ costMicros }) => (costMicros > 0 ? dollars(costMicros) : '–'),
  },
  time: {
    parts: [{ name: copy.parts.time, color: inputColor }],
    values: ({ workedMs }) => [workedMs],
    words: formatElapsed,
    sum: ({ workedMs }) => formatElapsed(workedMs),
  },
};

export function AgentBars({ agents, measure }: { agents: readonly AgentUsage[]; measure: Measure }) {
  const { parts, values, sum } = agentViews[measure];
  const name = copy.byAgent(copy.measures[measure]);
  const total = (row: AgentUsage) => values(row).reduce((all, value) => all + value, 0);
  const shown = agents.toSorted((left, right) => total(right) - total(left)).filter((row) => total(row) > 0);
  return (
    <section aria-label={name} className={frame}>
      <h3 className="text-small font-semibold">{name}</h3>
      {shown.length === 0 ? (
        <p className="text-small text-soft">{measure === 'tasks' ? copy.noTasks : copy.nothing}</p>
      ) : (
        <Bars
          label={name}
          parts={parts}
          rows={shown.map((row) => ({ key: row.agentId, label: row.name, values: values(row), text: sum(row) }))}
        />
      )}
    </section>
  );
}

function whole(value: number): string {
  return value.toLocaleString();
}

function compact(value: number): string {
  return Intl.NumberFormat('en', { notation: value >= 10_000 ? 'compact' : 'standard' }).format(value);
}
