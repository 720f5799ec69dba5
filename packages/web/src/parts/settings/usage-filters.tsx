import type { UsageReport } from '@retinue/protocol';
import type { UsageSearch } from '../../store/usage/usage-report.ts';
import { useAgents, useChats } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SelectField, TextField } from '../../ui/forms/inputs.tsx';

interface FiltersProps {
  search: UsageSearch;
  report: UsageReport | null;
  onChange: (search: UsageSearch) => void;
}

/** Which days, whose work and which chat; the address says so too, so a report can be handed on. */
export function UsageFilters({ search, report, onChange }: FiltersProps) {
  const { from, to, agent, chat } = search;
  const agents = useAgents().map(({ agentId, name }) => ({ value: String(agentId), label: name }));
  const chats = useChats().map(({ chatId, title }) => ({ value: String(chatId), label: title }));
  const told = report?.chats.map(({ chatId, title }) => ({ value: String(chatId), label: title })) ?? [];
  const set = (changes: { [Field in keyof UsageSearch]: string }) => {
    const all = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== '');
    onChange(Object.fromEntries(all));
  };
  return (
    <div className="flex flex-col gap-3 rounded-plain border border-line bg-sunken p-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <TextField label="From" type="date" max={to} value={from ?? ''} onChange={(day) => set({ from: day })} />
        <TextField
          label="To"
          type="date"
          min={from}
          value={to ?? ''}
          problem={from && to && from > to ? 'This is before the first day.' : undefined}
          onChange={(day) => set({ to: day })}
        />
        <SelectField
          label="Agent"
          value={agent ?? ''}
          choices={[{ value: '', label: 'Every agent' }, ...withChosen(agents, agent)]}
          onChange={(value) => set({ agent: value })}
        />
        <SelectField
          label="Chat"
          value={chat ?? ''}
          choices={[{ value: '', label: 'Every chat' }, ...withChosen(together(chats, told), chat)]}
          onChange={(value) => set({ chat: value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {periods.map(({ days, words }) => (
          <Button key={words} onClick={() => set({ from: daysAgo(days - 1), to: daysAgo(0) })}>
            {words}
          </Button>
        ))}
        {(from || to || agent || chat) && (
          <Button variant="quiet" onClick={() => set({ from: '', to: '', agent: '', chat: '' })}>
            Show everything
          </Button>
        )}
        <span className="ms-auto text-tiny text-faint">Days are those of UTC.</span>
      </div>
    </div>
  );
}

const periods = [
  { days: 1, words: 'Today' },
  { days: 7, words: '7 days' },
  { days: 30, words: '30 days' },
  { days: 365, words: 'A year' },
];

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

/** What was deleted since still has its figures. */
function withChosen(choices: readonly Choice[], chosen: string | undefined): Choice[] {
  return chosen === undefined ? [...choices] : together(choices, [{ value: chosen, label: chosen }]);
}
