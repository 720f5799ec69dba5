import { type BudgetKind, budgetKinds } from '@retinue/protocol';
import type { FieldOfForm } from '../../store/forms/use-form.ts';
import { FieldGrid, TextField } from '../../ui/forms/inputs.tsx';
import { budgetCopy } from './copy.ts';

/** One field for each bound of a budget. */
export function BudgetFields({ fieldOf }: { fieldOf: (kind: BudgetKind) => FieldOfForm<string> }) {
  return (
    <FieldGrid>
      {budgetKinds.map((kind) => (
        <TextField
          key={kind}
          {...fieldOf(kind)}
          help={budgetCopy.help[kind]}
          inputMode="decimal"
          placeholder={budgetCopy.unlimited}
        />
      ))}
    </FieldGrid>
  );
}
