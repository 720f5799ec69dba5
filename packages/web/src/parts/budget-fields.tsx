import type { BudgetDraft } from '../store/budget-draft.ts';
import type { Problems } from '../store/forms.ts';
import { FieldGrid, TextField } from '../ui/forms/inputs.tsx';

interface BudgetFieldsProps {
  draft: BudgetDraft;
  problems: Problems<BudgetDraft>;
  change: (changes: Partial<BudgetDraft>) => void;
}

/** Bounds of what may be spent, each of them or none. */
export function BudgetFields({ draft, problems, change }: BudgetFieldsProps) {
  return (
    <FieldGrid>
      {fields.map(({ field, label, help }) => (
        <TextField
          key={field}
          label={label}
          help={help}
          inputMode="decimal"
          placeholder="No bound"
          value={draft[field]}
          problem={problems[field]}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
    </FieldGrid>
  );
}

const fields: readonly { field: keyof BudgetDraft; label: string; help: string }[] = [
  { field: 'budgetTokens', label: 'Tokens', help: 'Read and written, of all steps together.' },
  { field: 'budgetDollars', label: 'Dollars', help: 'Such as 0.50. Counts where the price of a model is known.' },
  { field: 'budgetMinutes', label: 'Minutes at work', help: 'In steps and tools; waiting is no work.' },
  { field: 'budgetCalls', label: 'Calls', help: 'How often tools may be used.' },
  { field: 'budgetTasks', label: 'Tasks', help: 'How often somebody may be sent. 0: nobody.' },
];
