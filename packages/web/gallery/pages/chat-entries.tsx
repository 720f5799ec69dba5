import { DraftCall } from '../../src/components/calls/draft-call.tsx';
import { BudgetTable } from '../../src/components/pane-details/budget-table.tsx';
import type { Entry, Samples } from '../entry.tsx';

/** Chat components that need only props. The others are drawn from the store, in the browser tests. */
export function chatEntries({ sentence }: Samples): Entry[] {
  const spent = { tokens: 34_000, costMicros: 120_000, workMs: 61_000, calls: 4, tasks: 1 };
  const grant = { tokens: 100_000, costMicros: 500_000, workMs: null, calls: null, tasks: null };
  return [
    {
      component: 'BudgetTable',
      states: {
        'two limits': <BudgetTable grant={grant} spent={spent} />,
        reached: <BudgetTable grant={{ ...grant, tokens: 34_000 }} spent={spent} />,
      },
    },
    {
      component: 'DraftCall',
      states: {
        begun: <DraftCall name="searchWeb" text="" />,
        'with arguments': <DraftCall name="newTask" text={`{"task": "${sentence}`} />,
      },
    },
  ];
}
