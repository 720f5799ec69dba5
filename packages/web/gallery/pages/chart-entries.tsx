import { useState } from 'react';
import { Bars } from '../../src/ui/charts/bars.tsx';
import { BudgetBar } from '../../src/ui/charts/budget-bar.tsx';
import { Columns } from '../../src/ui/charts/columns.tsx';
import { NumbersSwitch } from '../../src/ui/charts/numbers-switch.tsx';
import type { Entry, Samples } from '../entry.tsx';

const parts = [
  { name: 'Done', color: 'var(--color-good)' },
  { name: 'Failed', color: 'var(--color-bad)' },
];

export function chartEntries({ name, long }: Samples): Entry[] {
  const rows = [
    { key: 'a', label: name, values: [8, 2], text: '10 tasks' },
    { key: 'b', label: long, values: [3, 0], text: '3 tasks' },
    { key: 'c', label: `${name} 3`, values: [0, 0], text: '0 tasks' },
  ];
  const columns = Array.from({ length: 14 }, (_, day) => ({
    key: String(day),
    label: `${day + 1}`,
    values: [day % 5, day % 3],
  }));
  const chart = { parts, format: String, minStep: 1 };
  return [
    {
      component: 'Bars',
      states: {
        'two parts': <Bars label="Tasks by agent" parts={parts} rows={rows} />,
        'one part': <Bars label="Done tasks" parts={parts.slice(0, 1)} rows={rows.slice(0, 2)} />,
      },
    },
    {
      component: 'Columns',
      states: {
        'two weeks': <Columns label="Tasks by day" columns={columns} {...chart} />,
        empty: <Columns label="Tasks today" columns={columns.slice(0, 1)} {...chart} />,
      },
    },
    {
      component: 'BudgetBar',
      states: {
        full: <BudgetBar part={0.9} label="90k of 100k tok left" />,
        'half empty': <BudgetBar part={0.4} label="40k of 100k tok left" />,
        'nearly empty': <BudgetBar part={0.1} label="10k of 100k tok left" className="w-16" />,
      },
    },
    { component: 'NumbersSwitch', states: { plain: <NumbersSwitchDemo /> } },
  ];
}

function NumbersSwitchDemo() {
  const [isTable, setTable] = useState(false);
  return <NumbersSwitch isTable={isTable} onChange={setTable} />;
}
