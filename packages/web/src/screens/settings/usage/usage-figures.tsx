import type { UsageReport } from '@retinue/protocol';
import { formatElapsed, formatMoney } from '../../../store/usage/figures.ts';
import { formatRate, hasUnpriced, sumOf, tokensOf } from '../../../store/usage/usage-report.ts';
import { useIsFree } from '../../../store/use-library.ts';
import { usageCopy } from './copy.ts';

const copy = usageCopy.figures;

export function Headlines({ report: { agents, days } }: { report: UsageReport }) {
  const isFree = useIsFree();
  const tasks = sumOf(agents, (row) => row.tasks);
  const succeeded = sumOf(agents, (row) => row.succeeded);
  const ended = succeeded + sumOf(agents, (row) => row.failed + row.cancelled);
  const isPartial = hasUnpriced(agents, isFree);
  const figures = [
    {
      name: copy.tasks,
      value: tasks.toLocaleString(),
      aside: copy.chats(sumOf(days, ({ chats }) => chats)),
    },
    {
      name: copy.success,
      value: formatRate(ended === 0 ? null : succeeded / ended),
      aside: ended === 0 ? copy.noneEnded : copy.ended(succeeded, ended),
    },
    {
      name: copy.tokens,
      value: sumOf(agents, tokensOf).toLocaleString(),
      aside: copy.output(sumOf(agents, (row) => row.outputTokens)),
    },
    {
      name: copy.cost,
      value: formatMoney({
        tokens: sumOf(agents, tokensOf),
        costMicros: sumOf(agents, (row) => row.costMicros),
        isFree: isFree(agents.map(({ agentId }) => agentId)),
        isPartial,
      }),
      aside: isPartial ? copy.unpriced : copy.prices,
    },
    {
      name: copy.time,
      value: formatElapsed(sumOf(agents, (row) => row.workedMs)),
      aside: copy.steps(sumOf(agents, (row) => row.steps)),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(({ name, value, aside }) => (
        <div
          key={name}
          className="min-w-0 rounded-plain border border-line bg-raised px-4 py-3 shadow-lift last:col-span-2 lg:last:col-span-1"
        >
          <dt className="text-tiny text-faint">{name}</dt>
          <dd className="truncate text-lead font-semibold tabular-nums">{value}</dd>
          <dd className="text-tiny text-faint text-pretty">{aside}</dd>
        </div>
      ))}
    </dl>
  );
}
