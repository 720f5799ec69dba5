import type { Chart, UsageReport } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { countWords, elapsedWords, tokenWords } from '../../store/figures.ts';
import { useUsage } from '../../store/use-library.ts';
import { Bars } from '../../ui/bars.tsx';
import { Button } from '../../ui/button.tsx';
import ChartView from '../chart-view.tsx';
import { Fetching } from '../fetching.tsx';
import { SectionHead } from './section-head.tsx';
import { UsageTable } from './usage-table.tsx';

type AgentRow = UsageReport['agents'][number];

/** What the work cost, and what came of it. */
export function UsageSection() {
  const usage = useUsage();
  if (usage.state !== 'ready') return <Fetching fetched={usage} what="the usage" again={usage.again} />;
  const { agents, days, chats } = usage.value;
  return (
    <div className="flex flex-col gap-8">
      <SectionHead title="Usage" words="Tokens and time at work, over everything that this workspace still keeps.">
        <Button icon={<RefreshCw size={14} />} onClick={usage.again}>
          Count again
        </Button>
      </SectionHead>
      {agents.length === 0 ? (
        <p className="rounded-plain border border-dashed border-line-strong p-6 text-center text-small text-soft">
          Nothing has been spent yet. Begin a chat, and see here what it cost.
        </p>
      ) : (
        <>
          <Totals agents={agents} chats={days.reduce((sum, { chats: count }) => sum + count, 0)} />
          <ByAgent agents={agents} />
          <Outcomes agents={agents} />
          <ChartView chart={byDay(days)} />
          <ByChat chats={chats} />
        </>
      )}
    </div>
  );
}

function Totals({ agents, chats }: { agents: readonly AgentRow[]; chats: number }) {
  const total = (pick: (row: AgentRow) => number) => agents.reduce((sum, row) => sum + pick(row), 0);
  const ended = total((row) => row.succeeded + row.failed + row.cancelled);
  const facts: [string, string][] = [
    ['Tokens', total(tokensOf).toLocaleString()],
    ['Time at work', elapsedWords(total((row) => row.workedMs))],
    ['Chats and tasks', `${chats} and ${total((row) => row.tasks)}`],
    ['Tasks that succeeded', ended === 0 ? '–' : percent(total((row) => row.succeeded) / ended)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="rounded-plain border border-line bg-raised px-4 py-3 shadow-lift">
          <dt className="text-tiny text-faint">{name}</dt>
          <dd className="text-lead font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const read = 'light-dark(#0d6a5f, #62cdbe)';
const written = 'light-dark(#c05a1c, #f0a36b)';

function ByAgent({ agents }: { agents: readonly AgentRow[] }) {
  const sorted = agents.toSorted((left, right) => tokensOf(right) - tokensOf(left));
  return (
    <section aria-label="By agent" className="flex flex-col gap-3">
      <h3 className="font-semibold">By agent</h3>
      <div className="rounded-plain border border-line bg-raised p-4">
        <Bars
          label="Tokens by agent"
          parts={[
            { name: 'Read by the model', color: read },
            { name: 'Written by it', color: written },
          ]}
          rows={sorted.map((row) => ({
            key: row.agentId,
            label: row.name,
            values: [row.inputTokens + row.estimatedTokens, row.outputTokens],
            words: tokenWords(tokensOf(row)),
          }))}
        />
      </div>
      <UsageTable
        caption="Tokens and time by agent"
        columns={['Agent', 'Threads', 'Steps', 'Read', 'Written', 'Time at work']}
        rows={sorted.map((row) => ({
          key: row.agentId,
          head: row.name,
          cells: [
            row.threads,
            row.steps,
            (row.inputTokens + row.estimatedTokens).toLocaleString(),
            row.outputTokens.toLocaleString(),
            elapsedWords(row.workedMs),
          ],
        }))}
      />
    </section>
  );
}

function Outcomes({ agents }: { agents: readonly AgentRow[] }) {
  const sent = agents.filter(({ tasks }) => tasks > 0).toSorted((left, right) => right.tasks - left.tasks);
  if (sent.length === 0) return null;
  return (
    <section aria-label="What came of it" className="flex flex-col gap-3">
      <h3 className="font-semibold">What came of it</h3>
      <div className="rounded-plain border border-line bg-raised p-4">
        <Bars
          label="Tasks by agent and outcome"
          parts={[
            { name: 'Succeeded', color: 'var(--color-good)' },
            { name: 'Failed', color: 'var(--color-bad)' },
            { name: 'Stopped', color: 'var(--color-line-strong)' },
          ]}
          rows={sent.map((row) => ({
            key: row.agentId,
            label: row.name,
            values: [row.succeeded, row.failed, row.cancelled],
            words: countWords(row.tasks, 'task'),
          }))}
        />
      </div>
      <UsageTable
        caption="Tasks by agent"
        columns={['Agent', 'Tasks', 'Succeeded', 'Failed', 'Stopped', 'Retries', 'Success rate']}
        rows={sent.map((row) => {
          const ended = row.succeeded + row.failed + row.cancelled;
          return {
            key: row.agentId,
            head: row.name,
            cells: [
              row.tasks,
              row.succeeded,
              row.failed,
              row.cancelled,
              row.retries,
              ended === 0 ? '–' : percent(row.succeeded / ended),
            ],
          };
        })}
      />
    </section>
  );
}

function ByChat({ chats }: { chats: UsageReport['chats'] }) {
  return (
    <section aria-label="By chat" className="flex flex-col gap-3">
      <h3 className="font-semibold">By chat</h3>
      <UsageTable
        caption="The chats that cost most, with everything below them"
        columns={['Chat', 'Threads', 'Steps', 'Tokens', 'Time at work']}
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
          cells: [row.threads, row.steps, tokensOf(row).toLocaleString(), elapsedWords(row.workedMs)],
        }))}
      />
    </section>
  );
}

/** The last thirty days up to the last one with work, quiet days among them. */
function byDay(days: UsageReport['days']): Chart {
  const known = new Map(days.map(({ day, tokens }) => [day, tokens]));
  const sorted = [...known.keys()].sort();
  const last = Date.parse(`${sorted.at(-1)}T00:00:00Z`);
  const first = Math.max(Date.parse(`${sorted[0]}T00:00:00Z`), last - 29 * dayMs);
  const count = Math.max(7, Math.round((last - first) / dayMs) + 1);
  const shown = Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  return {
    kind: 'bar',
    title: 'By day (UTC)',
    unit: 'tokens',
    points: shown.map((day) => day.slice(5)),
    series: [{ name: 'Tokens', values: shown.map((day) => known.get(day) ?? 0) }],
  };
}

const dayMs = 24 * 60 * 60_000;

function tokensOf(row: { inputTokens: number; outputTokens: number; estimatedTokens: number }): number {
  return row.inputTokens + row.outputTokens + row.estimatedTokens;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
