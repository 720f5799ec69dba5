import type { Budget, BudgetKind, Spend } from '@retinue/protocol';
import { amountWords, boundsIn } from '../store/budgets.ts';
import { BudgetBar } from '../ui/charts/budget-bar.tsx';

const names = {
  tokens: 'Tokens',
  costMicros: 'Money',
  workMs: 'Time at work',
  calls: 'Calls',
  tasks: 'Tasks',
} satisfies Record<BudgetKind, string>;

/** What was granted and what of it is spent, each kind by itself. */
export function BudgetTable({ grant, spent }: { grant: Budget | null; spent: Spend }) {
  const bounds = grant ? boundsIn(grant) : [];
  if (bounds.length === 0) return null;
  return (
    <div className="prose max-w-none">
      <div className="table-frame">
        <table aria-label="Budget">
          <thead>
            <tr>
              <th scope="col">Budget</th>
              <th scope="col">Spent</th>
              <th scope="col">Granted</th>
              <th scope="col">Left</th>
            </tr>
          </thead>
          <tbody>
            {bounds.map(([kind, bound]) => (
              <tr key={kind}>
                <td>{names[kind]}</td>
                <td>{amountWords(kind, spent[kind])}</td>
                <td>{amountWords(kind, bound)}</td>
                <td>
                  <BudgetBar
                    part={bound === 0 ? 0 : (bound - spent[kind]) / bound}
                    label={`${amountWords(kind, Math.max(0, bound - spent[kind]))} left`}
                    className="w-20"
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
