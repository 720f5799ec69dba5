import type { UsageReport } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { formatElapsed, formatMoney } from '../../../store/usage/figures.ts';
import { type AgentUsage, formatRate, formatWorkTime, sumOf, tokensOf } from '../../../store/usage/usage-report.ts';
import { TableView } from '../../../ui/layout/table-view.tsx';
import { usageCopy as copy } from './copy.ts';

export function Headlines({ report: { agents, days } }: { report: UsageReport }) {
  const total = (pick: (row: AgentUsage) => number) => sumOf(agents, pick);
  const tokens = total(tokensOf);
  const succeeded = total((row) => row.succeeded);
  const ended = succeeded + total((row) => row.failed + row.cancelled);
  const unpricedTokens = total((row) => row.unpricedTokens);
  const cost = formatMoney({ costMicros: total((row) => row.costMicros), unpricedTokens });
  const { figures } = copy;
  const headlines: [name: string, value: string, aside: string][] = [
    [figures.tasks, total((row) => row.tasks).toLocaleString(), figures.chats(sumOf(days, ({ chats }) => chats))],
    [
      figures.success,
      formatRate(ended === 0 ? null : succeeded / ended),
      ended === 0 ? figures.noneEnded : figures.ended(succeeded, ended),
    ],
    [figures.tokens, tokens.toLocaleString(), figures.output(total((row) => row.outputTokens))],
    [figures.cost, cost, unpricedTokens > 0 ? figures.unpriced : figures.prices],
    [figures.time, formatElapsed(total((row) => row.workedMs)), figures.steps(total((row) => row.steps))],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {headlines.map(([name, value, aside]) => (
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

export function AgentTable({ agents }: { agents: readonly AgentUsage[] }) {
  const sorted = agents.toSorted((left, right) => right.tasks - left.tasks || tokensOf(right) - tokensOf(left));
  return (
    <UsageTable text={copy.agents} rows={sorted.map((row) => ({ key: row.agentId, cells: agentCells(row) }))}>
      <p className="text-tiny text-faint text-pretty">{copy.agents.note}</p>
    </UsageTable>
  );
}

interface UsageTableProps extends Pick<ComponentProps<typeof TableView>, 'rows'> {
  text: { title: string; caption: string; columns: readonly string[] };
  children?: ReactNode;
}

function UsageTable({ text: { title, caption, columns }, rows, children }: UsageTableProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      <TableView isNumeric label={caption} columns={columns} rows={rows} />
      {children}
    </section>
  );
}

function agentCells(row: AgentUsage): (string | number)[] {
  return [
    row.name,
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
    formatMoney(row),
    formatElapsed(row.workedMs),
  ];
}

export function ChatTable({ report: { chats } }: { report: UsageReport }) {
  const cellsOf = (row: (typeof chats)[number]) => [
    <Link
      key="title"
      to="/chat/$chatId"
      params={{ chatId: row.chatId }}
      search={{}}
      className="line-clamp-2 min-w-40 underline-offset-2 hover:underline"
    >
      {row.title}
    </Link>,
    row.threads,
    row.steps,
    tokensOf(row).toLocaleString(),
    formatMoney(row),
    formatElapsed(row.workedMs),
  ];
  const rows = chats.slice(0, 20).map((row) => ({ key: row.chatId, cells: cellsOf(row) }));
  return <UsageTable text={copy.chats} rows={rows} />;
}
