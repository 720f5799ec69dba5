import { DraftCall } from '../../src/components/calls/draft-call.tsx';
import { BudgetTable } from '../../src/components/pane-details/pane-usage.tsx';
import type { Entries, Samples } from '../samples.tsx';

/** Chat components that need only props. The others are drawn from the store, in the browser tests. */
export function chatEntries({ sentence }: Samples): Entries {
  const spent = { tokens: 34_000, costMicros: 120_000, workMs: 61_000, calls: 4, tasks: 1 };
  const grant = { tokens: 34_000, costMicros: 500_000, workMs: null, calls: null, tasks: null };
  return {
    BudgetTable: { 'one of two limits reached': <BudgetTable grant={grant} spent={spent} /> },
    DraftCall: {
      begun: <DraftCall name="searchWeb" text="" />,
      'with arguments': <DraftCall name="newTask" text={`{"task": "${sentence}`} />,
    },
  };
}
