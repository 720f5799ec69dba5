import { Wallet, X } from 'lucide-react';
import { type BudgetDraft, budgetFrom } from '../../store/budgets.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { composerCopy as copy } from './copy.ts';

interface FieldProps {
  draft: BudgetDraft | null;
  onChange: (draft: BudgetDraft | null) => void;
}

/** Sets a budget for the next message, behind a small button. */
export function BudgetField({ draft, onChange }: FieldProps) {
  if (!draft) {
    return (
      <IconButton
        label={copy.setBudget}
        className="rounded-full"
        onClick={() => onChange({ amount: '', unit: 'tokens' })}
      >
        <Wallet size={15} />
      </IconButton>
    );
  }
  const found = budgetFrom(draft);
  const problem = found && 'problem' in found ? found.problem : null;
  return (
    <span className="flex min-w-0 items-center gap-1 rounded-full border border-line-strong ps-2.5 pe-0.5">
      <Wallet size={14} className="shrink-0 text-faint" />
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
        autoFocus
        inputMode="decimal"
        aria-label={copy.budget}
        aria-invalid={problem !== null}
        title={problem ?? copy.budgetHint}
        placeholder={copy.budgetExamples[draft.unit]}
        value={draft.amount}
        onChange={(event) => onChange({ ...draft, amount: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange(null);
        }}
        className="h-7 w-16 min-w-0 bg-transparent text-small tabular-nums outline-none placeholder:text-faint aria-invalid:text-bad"
      />
      <select
        aria-label={copy.budgetUnit}
        value={draft.unit}
        onChange={(event) => onChange({ ...draft, unit: event.target.value === 'dollars' ? 'dollars' : 'tokens' })}
        className="h-7 bg-transparent text-tiny text-soft"
      >
        <option value="tokens">{copy.tokens}</option>
        <option value="dollars">{copy.dollars}</option>
      </select>
      <IconButton label={copy.removeBudget} className="size-6! rounded-full!" onClick={() => onChange(null)}>
        <X size={13} />
      </IconButton>
    </span>
  );
}
