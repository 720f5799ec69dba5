import type { UsageReport } from '@retinue/protocol';
import type { UsageSearch } from '../../../store/usage/usage-report.ts';
import { useAgents, useChats } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { usageCopy } from './copy.ts';

const copy = usageCopy.filters;

interface FiltersProps {
  search: UsageSearch;
  report: UsageReport | null;
  onChange: (search: UsageSearch) => void;
}

/** The days, the agent and the chat of a report. They are part of the address, so a report can be shared as a link. */
export function UsageFilters({ search, report, onChange }: FiltersProps) {
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
        <TextField label={copy.from} type="date" max={to} value={from ?? ''} onChange={(day) => set({ from: day })} />
        <TextField
          label={copy.to}
          type="date"
          min={from}
          value={to ?? ''}
          problem={from && to && from > to ? copy.wrongOrder : undefined}
          onChange={(day) => set({ to: day })}
        />
        <SelectField
          label={copy.agent}
          value={agent ?? ''}
          choices={[{ value: '', label: copy.allAgents }, ...withChosen(agents, agent)]}
          onChange={(value) => set({ agent: value })}
        />
        <SelectField
          label={copy.chat}
          value={chat ?? ''}
          choices={[{ value: '', label: copy.allChats }, ...withChosen(together(chats, reported), chat)]}
          onChange={(value) => set({ chat: value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {copy.periods.map(({ days, label }) => (
          <Button key={label} onClick={() => set({ from: daysAgo(days - 1), to: daysAgo(0) })}>
            {label}
          </Button>
        ))}
        {(from || to || agent || chat) && (
          <Button variant="quiet" onClick={() => set({ from: '', to: '', agent: '', chat: '' })}>
            {usageCopy.showAll}
          </Button>
        )}
        <span className="ms-auto text-tiny text-faint">{copy.utc}</span>
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
