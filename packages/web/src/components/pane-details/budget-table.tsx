import type { Budget, Spend } from '@retinue/protocol';
import { amountWords, boundsIn } from '../../store/budgets.ts';
import { BudgetBar } from '../../ui/charts/budget-bar.tsx';
import { paneDetailsCopy } from './copy.ts';

/** Granted and spent budget, by kind. */
export function BudgetTable({ grant, spent }: { grant: Budget | null; spent: Spend }) {
  const bounds = grant ? boundsIn(grant) : [];
  if (bounds.length === 0) return null;
  return (
    <div className="prose max-w-none">
      <div className="table-frame">
        <table aria-label={paneDetailsCopy.budget}>
          <thead>
            <tr>
              {paneDetailsCopy.budgetColumns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bounds.map(([kind, bound]) => (
              <tr key={kind}>
                <td>{paneDetailsCopy.budgetKinds[kind]}</td>
                <td>{amountWords(kind, spent[kind])}</td>
                <td>{amountWords(kind, bound)}</td>
                <td>
                  <BudgetBar
                    part={bound === 0 ? 0 : (bound - spent[kind]) / bound}
                    label={paneDetailsCopy.left(amountWords(kind, Math.max(0, bound - spent[kind])))}
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
