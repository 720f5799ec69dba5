import type { UsageReport } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { Loaded } from '../../../components/forms/loaded.tsx';
import { rangeOf, type UsageSearch, usageSearch } from '../../../store/usage/usage-report.ts';
import { useQuery } from '../../../store/use-library.ts';
import { useAgents, useChats } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/fields.tsx';
import { EmptyList, SectionHead } from '../entries.tsx';
import { usageCopy as copy } from './copy.ts';
import { AgentBars, DayColumns, MeasureChoice } from './usage-charts.tsx';
import { AgentTable, ChatTable, Headlines } from './usage-tables.tsx';

export function UsageSection({ search: query }: { search: UsageSearch }) {
  const search = usageSearch({ ...query });
  const usage = useQuery('getUsage', { params: {}, query: rangeOf(search) });
  const navigate = useNavigate();
  const show = (next: UsageSearch) =>
    void navigate({ to: '/settings/$section', params: { section: 'usage' }, search: next, replace: true });
  const isFiltered = Boolean(search.from || search.to || search.agent || search.chat);
  const draw = (report: UsageReport) => {
    if (report.agents.length === 0 && !isFiltered) return <EmptyList>{copy.empty}</EmptyList>;
    if (report.agents.length === 0)
      return (
        <EmptyList>
          <p>{copy.noResults}</p>
          <Button onClick={() => show({})}>{copy.showAll}</Button>
        </EmptyList>
      );
    return (
      <>
        <Headlines report={report} />
        <div className="flex flex-col gap-3">
          <MeasureChoice search={search} onChange={show} />
          <DayColumns report={report} search={search} />
          <AgentBars agents={report.agents} measure={search.measure ?? 'tasks'} />
        </div>
        <AgentTable agents={report.agents} />
        <ChatTable report={report} />
      </>
    );
  };
  return (
    <div className="flex flex-col gap-6">
      <SectionHead title={copy.title} lead={copy.lead}>
        <Button icon={<RefreshCw size={14} />} onClick={usage.again}>
          {copy.refresh}
        </Button>
      </SectionHead>
      <UsageFilters search={search} report={usage.state === 'ready' ? usage.value : null} onChange={show} />
      <Loaded fetched={usage} subject={copy.subject}>
        {draw}
      </Loaded>
    </div>
  );
}

interface FiltersProps {
  search: UsageSearch;
  report: UsageReport | null;
  onChange: (search: UsageSearch) => void;
}

/** The days, the agent and the chat of a report. They are part of the address, so a report can be shared as a link. */
function UsageFilters({ search, report, onChange }: FiltersProps) {
  const { from, to, agent, chat } = search;
  const agents = useAgents().map(({ agentId, name }) => ({ value: String(agentId), label: name }));
  const chats = useChats().map(({ chatId, title }) => ({ value: String(chatId), label: title }));
  const reported = report?.chats.map(({ chatId, title }) => ({ value: String(chatId), label: title })) ?? [];
  const set = (changes: { [Field in keyof UsageSearch]: string }) => {
    const all = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== '');
    onChange(Object.fromEntries(all));
  };
  return (
    <div className="flex flex-col gap-3 rounded-plain border border-line bg-sunken p-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <TextField
          label={copy.filters.from}
          type="date"
          max={to}
          value={from ?? ''}
          onChange={(day) => set({ from: day })}
        />
        <TextField
          label={copy.filters.to}
          type="date"
          min={from}
          value={to ?? ''}
          problem={from && to && from > to ? copy.filters.wrongOrder : undefined}
          onChange={(day) => set({ to: day })}
        />
        <SelectField
          label={copy.filters.agent}
          value={agent ?? ''}
          choices={[{ value: '', label: copy.filters.allAgents }, ...withChosen(agents, agent)]}
          onChange={(value) => set({ agent: value })}
        />
        <SelectField
          label={copy.filters.chat}
          value={chat ?? ''}
          choices={[{ value: '', label: copy.filters.allChats }, ...withChosen(together(chats, reported), chat)]}
          onChange={(value) => set({ chat: value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {copy.filters.periods.map(({ days, label }) => (
          <Button key={label} onClick={() => set({ from: daysAgo(days - 1), to: daysAgo(0) })}>
            {label}
          </Button>
        ))}
        {(from || to || agent || chat) && (
          <Button variant="quiet" onClick={() => set({ from: '', to: '', agent: '', chat: '' })}>
            {copy.showAll}
          </Button>
        )}
        <span className="ms-auto text-tiny text-faint">{copy.filters.utc}</span>
      </div>
    </div>
  );
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

interface Choice {
  value: string;
  label: string;
}

function together(some: readonly Choice[], others: readonly Choice[]): Choice[] {
  return [...some, ...others.filter(({ value }) => !some.some((one) => one.value === value))];
}

/** A deleted agent or chat still has usage. */
function withChosen(choices: readonly Choice[], chosen: string | undefined): Choice[] {
  return chosen === undefined ? [...choices] : together(choices, [{ value: chosen, label: chosen }]);
}
