import type { UsageReport } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { formatElapsed, formatMoney } from '../../store/usage/figures.ts';
import { type AgentUsage, formatRate, formatWorkTime, tokensOf } from '../../store/usage/usage-report.ts';
import { useIsFree } from '../../store/use-library.ts';
import { UsageTable } from './usage-table.tsx';

export function AgentTable({ agents }: { agents: readonly AgentUsage[] }) {
  const isFree = useIsFree();
  return (
    <section aria-label="By agent" className="flex flex-col gap-3">
      <h3 className="font-semibold">By agent</h3>
      <UsageTable
        caption="Tasks, outcomes and cost by agent"
        columns={agentColumns}
        rows={agents
          .toSorted((left, right) => right.tasks - left.tasks || tokensOf(right) - tokensOf(left))
          .map((row) => ({ key: row.agentId, head: row.name, cells: agentCells(row, isFree([row.agentId])) }))}
      />
      <p className="text-tiny text-faint text-pretty">
        A task takes from the moment that it is opened to its end; half of them are quicker than the median, and 95 of
        100 quicker than p95. Empty are those that failed because nothing came back.
      </p>
    </section>
  );
}

const agentColumns = [
  'Agent',
  'Tasks',
  'Success',
  'Failed',
  'Stopped',
  'Empty',
  'Retries',
  'Questions',
  'Median',
  'p95',
  'Tokens',
  'Money',
  'Work',
];

function agentCells(row: AgentUsage, isFree: boolean): (string | number)[] {
  return [
    row.tasks,
    formatRate(row.successRate),
    row.failed,
    row.cancelled,
    row.emptyResults,
    row.retries,
    row.questions,
    formatWorkTime(row.medianMs),
    formatWorkTime(row.p95Ms),
    tokensOf(row).toLocaleString(),
    formatMoney({ tokens: tokensOf(row), costMicros: row.costMicros, isFree }),
    formatElapsed(row.workedMs),
  ];
}

export function ChatTable({ report: { agents, chats } }: { report: UsageReport }) {
  // A row does not name its agents, so all of the report count.
  const isFree = useIsFree()(agents.map(({ agentId }) => agentId));
  return (
    <section aria-label="By chat" className="flex flex-col gap-3">
      <h3 className="font-semibold">By chat</h3>
      <UsageTable
        caption="The chats that cost most, with everything below them"
        columns={['Chat', 'Threads', 'Steps', 'Tokens', 'Money', 'Time at work']}
        rows={chats.slice(0, 20).map((row) => ({
          key: row.chatId,
          head: (
            <Link
              to="/chat/$chatId"
              params={{ chatId: row.chatId }}
              search={{}}
              dir="auto"
              className="line-clamp-2 min-w-40 underline-offset-2 hover:underline"
            >
              {row.title}
            </Link>
          ),
          cells: [
            row.threads,
            row.steps,
            tokensOf(row).toLocaleString(),
            formatMoney({ tokens: tokensOf(row), costMicros: row.costMicros, isFree }),
            formatElapsed(row.workedMs),
          ],
        }))}
      />
    </section>
  );
}
