import { Bars, Legend } from '../../packages/web/src/ui/charts/bars.tsx';
import { BudgetBar } from '../../packages/web/src/ui/charts/budget-bar.tsx';
import { ChartFigure } from '../../packages/web/src/ui/charts/chart-figure.tsx';
import { ColumnChart } from '../../packages/web/src/ui/charts/column-chart.tsx';
import { type Entries, type Samples, Stateful } from '../samples.tsx';

const parts = [
  { name: 'Done', color: 'var(--color-good)' },
  { name: 'Failed', color: 'var(--color-bad)' },
];

export function chartEntries({ name, long }: Samples): Entries {
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
  return {
    Bars: {
      'two parts': <Bars label="Tasks by agent" parts={parts} rows={rows} />,
      'one part': <Bars label="Done tasks" parts={parts.slice(0, 1)} rows={rows.slice(0, 2)} />,
    },
    Legend: { 'two parts': <Legend parts={parts} /> },
    ColumnChart: {
      'two weeks': <ColumnChart label="Tasks by day" columns={columns} {...chart} />,
      empty: <ColumnChart label="Tasks today" columns={columns.slice(0, 1)} {...chart} />,
    },
    BudgetBar: {
      full: <BudgetBar part={0.9} label="90k of 100k tok left" />,
      'half empty': <BudgetBar part={0.4} label="40k of 100k tok left" />,
      'nearly empty': <BudgetBar part={0.1} label="10k of 100k tok left" className="w-16" />,
    },
    ChartFigure: {
      'with legend': (
        <Stateful initial={false}>
          {(isTable, setTable) => (
            <ChartFigure title={name} unit="tasks" parts={parts} table={long} isTable={isTable} onSwitch={setTable}>
              <ColumnChart label="Tasks in a figure" columns={columns} {...chart} />
            </ChartFigure>
          )}
        </Stateful>
      ),
    },
  };
}
