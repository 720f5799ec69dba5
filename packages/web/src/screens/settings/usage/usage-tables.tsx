import type { UsageReport } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { formatElapsed, formatMoney } from '../../../store/usage/figures.ts';
import { type AgentUsage, formatRate, formatWorkTime, tokensOf } from '../../../store/usage/usage-report.ts';
import { useIsFree } from '../../../store/use-library.ts';
import { usageCopy as copy } from './copy.ts';
import { UsageTable } from './usage-table.tsx';

export function AgentTable({ agents }: { agents: readonly AgentUsage[] }) {
  const isFree = useIsFree();
  return (
    <section aria-label={copy.agents.title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{copy.agents.title}</h3>
      <UsageTable
        caption={copy.agents.caption}
        columns={copy.agents.columns}
        rows={agents
          .toSorted((left, right) => right.tasks - left.tasks || tokensOf(right) - tokensOf(left))
          .map((row) => ({ key: row.agentId, head: row.name, cells: agentCells(row, isFree([row.agentId])) }))}
      />
      <p className="text-tiny text-faint text-pretty">{copy.agents.note}</p>
    </section>
  );
}

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
  // A row names no agents, so all agents of the report count.
  const isFree = useIsFree()(agents.map(({ agentId }) => agentId));
  return (
    <section aria-label={copy.chats.title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{copy.chats.title}</h3>
      <UsageTable
        caption={copy.chats.caption}
        columns={copy.chats.columns}
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
