import { dollars, type UsageReport } from '@retinue/protocol';
import { formatCount, formatElapsed, formatMoney, formatTokens } from '../../store/usage/figures.ts';
import {
  type AgentUsage,
  type Measure,
  type Span,
  spansOf,
  tokensOf,
  type UsageSearch,
} from '../../store/usage/usage-report.ts';
import { useIsFree } from '../../store/use-library.ts';
import { useChoice } from '../../store/use-store.ts';
import { Segments } from '../../ui/buttons/segments.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { Columns } from '../../ui/charts/columns.tsx';
import { NumbersSwitch } from '../../ui/charts/numbers-switch.tsx';
import { UsageTable } from './usage-table.tsx';

const options: { key: Measure; label: string }[] = [
  { key: 'tasks', label: 'Outcomes' },
  { key: 'tokens', label: 'Tokens' },
  { key: 'money', label: 'Money' },
  { key: 'time', label: 'Time at work' },
];

export function MeasureChoice({ search, onChange }: { search: UsageSearch; onChange: (search: UsageSearch) => void }) {
  return (
    <div>
      <Segments
        label="What the charts show"
        options={options}
        value={search.measure ?? 'tasks'}
        onChange={(measure) => onChange({ ...search, measure })}
      />
    </div>
  );
}

const outcomeParts = [
  { name: 'Succeeded', color: 'var(--color-good)' },
  { name: 'Failed', color: 'var(--color-bad)' },
  { name: 'Stopped', color: 'var(--color-faint)' },
  { name: 'Not ended', color: 'var(--color-line-strong)' },
];
const read = 'light-dark(#0d6a5f, #62cdbe)';
const written = 'light-dark(#c05a1c, #f0a36b)';

function outcomesOf(row: Pick<Span, 'tasks' | 'succeeded' | 'failed' | 'cancelled'>): number[] {
  const { tasks, succeeded, failed, cancelled } = row;
  return [succeeded, failed, cancelled, Math.max(0, tasks - succeeded - failed - cancelled)];
}

interface View<Row> {
  title: string;
  parts: readonly { name: string; color: string }[];
  values: (row: Row) => number[];
  words: (value: number) => string;
}

const dayViews: Record<Measure, View<Span> & { minStep: number }> = {
  tasks: { title: 'Tasks', parts: outcomeParts, values: outcomesOf, words: whole, minStep: 1 },
  tokens: {
    title: 'Tokens',
    parts: [{ name: 'tokens', color: read }],
    values: ({ tokens }) => [tokens],
    words: compact,
    minStep: 1,
  },
  money: {
    title: 'Money',
    parts: [{ name: 'spent', color: written }],
    values: ({ costMicros }) => [costMicros],
    words: dollars,
    minStep: 10_000,
  },
  time: {
    title: 'Time at work',
    parts: [{ name: 'at work', color: read }],
    values: ({ workedMs }) => [workedMs],
    words: formatElapsed,
    minStep: 1000,
  },
};

const frame = 'flex flex-col gap-3 rounded-plain border border-line bg-raised p-4';

export function DayColumns({ report: { agents, days }, search }: { report: UsageReport; search: UsageSearch }) {
  const { title, parts, values, words, minStep } = dayViews[search.measure ?? 'tasks'];
  const { spans, isWeekly } = spansOf(days, search);
  const isFree = useIsFree()(agents.map(({ agentId }) => agentId));
  const cellsOf = (span: Span) =>
    search.measure === 'money' ? [formatMoney({ ...span, isFree })] : values(span).map(words);
  const [isTable, setTable] = useChoice('numbers of usage by day', false);
  const name = `${title} by ${isWeekly ? 'week' : 'day'}`;
  return (
    <figure aria-label={name} className={frame}>
      <figcaption className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-small font-semibold">{name}</h3>
        <NumbersSwitch isTable={isTable} onChange={setTable} />
      </figcaption>
      {isTable ? (
        <UsageTable
          caption={name}
          columns={[isWeekly ? 'Week from' : 'Day', ...parts.map((part) => part.name)]}
          rows={spans.map((span) => ({ key: span.day, head: span.day, cells: cellsOf(span) }))}
        />
      ) : (
        <Columns
          label={`${name}, from ${spans[0]?.day} to ${spans.at(-1)?.day}. The numbers can be shown instead.`}
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
    title: 'Tasks',
    parts: outcomeParts,
    values: outcomesOf,
    words: whole,
    sum: ({ tasks }) => formatCount(tasks, 'task'),
  },
  tokens: {
    title: 'Tokens',
    parts: [
      { name: 'Read by the model', color: read },
      { name: 'Written by it', color: written },
    ],
    values: (row) => [row.inputTokens + row.estimatedTokens, row.outputTokens],
    words: compact,
    sum: (row) => formatTokens(tokensOf(row)),
  },
  money: {
    title: 'Money',
    parts: [{ name: 'Spent', color: written }],
    values: ({ costMicros }) => [costMicros],
    words: dollars,
    sum: ({ costMicros }) => (costMicros > 0 ? dollars(costMicros) : '–'),
  },
  time: {
    title: 'Time at work',
    parts: [{ name: 'At work', color: read }],
    values: ({ workedMs }) => [workedMs],
    words: formatElapsed,
    sum: ({ workedMs }) => formatElapsed(workedMs),
  },
};

/** Names and sums stand in it as words, and the table below has the rest. */
export function AgentBars({ agents, measure }: { agents: readonly AgentUsage[]; measure: Measure }) {
  const { title, parts, values, sum } = agentViews[measure];
  const total = (row: AgentUsage) => values(row).reduce((all, value) => all + value, 0);
  const shown = agents.toSorted((left, right) => total(right) - total(left)).filter((row) => total(row) > 0);
  return (
    <section aria-label={`${title} by agent`} className={frame}>
      <h3 className="text-small font-semibold">{title} by agent</h3>
      {shown.length === 0 ? (
        <p className="text-small text-soft">
          {measure === 'tasks' ? 'Nobody was sent yet.' : 'There is nothing to show.'}
        </p>
      ) : (
        <Bars
          label={`${title} by agent`}
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
