import type { UsageReport } from '@retinue/protocol';
import { countWords, elapsedWords, moneyWords } from '../../store/figures.ts';
import { hasUnpriced, rateWords, sumOf, tokensOf } from '../../store/usage-report.ts';
import { useIsFree } from '../../store/use-library.ts';

/** The five numbers that somebody looks for first. */
export function Headlines({ report: { agents, days } }: { report: UsageReport }) {
  const isFree = useIsFree();
  const tasks = sumOf(agents, (row) => row.tasks);
  const succeeded = sumOf(agents, (row) => row.succeeded);
  const ended = succeeded + sumOf(agents, (row) => row.failed + row.cancelled);
  const isPartial = hasUnpriced(agents, isFree);
  const figures = [
    {
      name: 'Tasks',
      value: tasks.toLocaleString(),
      aside: `in ${countWords(
        sumOf(days, ({ chats }) => chats),
        'new chat',
      )}`,
    },
    {
      name: 'Success rate',
      value: rateWords(ended === 0 ? null : succeeded / ended),
      aside: ended === 0 ? 'no task has ended yet' : `${succeeded} of ${ended} that ended`,
    },
    {
      name: 'Tokens',
      value: sumOf(agents, tokensOf).toLocaleString(),
      aside: `${sumOf(agents, (row) => row.outputTokens).toLocaleString()} written`,
    },
    {
      name: 'Money',
      value: moneyWords({
        tokens: sumOf(agents, tokensOf),
        costMicros: sumOf(agents, (row) => row.costMicros),
        isFree: isFree(agents.map(({ agentId }) => agentId)),
        isPartial,
      }),
      aside: isPartial ? 'Models without a price count toward tokens only.' : 'at the prices in Settings',
    },
    {
      name: 'Time at work',
      value: elapsedWords(sumOf(agents, (row) => row.workedMs)),
      aside: `in ${countWords(
        sumOf(agents, (row) => row.steps),
        'step',
      )}`,
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
