import { type BudgetKind, budgetKinds } from '@retinue/protocol';
import { type ComponentProps, useId } from 'react';
import type { FieldOfForm } from '../../store/forms/use-form.ts';
import { useAgents, useProviders } from '../../store/use-store.ts';
import { FieldGrid, SelectField, TextField } from '../../ui/forms/fields.tsx';
import { budgetCopy as copy } from './copy.ts';

interface ModelFieldsProps {
  provider: ComponentProps<typeof SelectField>;
  modelId: ComponentProps<typeof TextField>;
}

/** The provider and the ID of a model. The provider's models are suggested. */
export function ModelFields({ provider, modelId }: ModelFieldsProps) {
  const listId = useId();
  const models = useProviders()?.find(({ providerId }) => providerId === provider.value)?.models ?? [];
  return (
    <FieldGrid>
      <SelectField {...provider} />
      <TextField {...modelId} isMono list={listId} spellCheck={false} />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </FieldGrid>
  );
}

/** The providers of the workspace, and others that agents name. The demo model is not one of them. */
export function useProviderChoices(chosen: string | undefined, labelOf: (unknown: string) => string) {
  const own = (useProviders() ?? []).map(({ providerId, name }) => ({ value: String(providerId), label: name }));
  const named = [...(chosen ? [chosen] : []), ...useAgents().map(({ model }) => model.provider)];
  const others = [...new Set(named)].filter((name) => name !== 'demo' && !own.some(({ value }) => value === name));
  return [...own, ...others.map((value) => ({ value, label: labelOf(value) }))];
}

interface NumberFieldsProps<Name extends string> {
  names: readonly Name[];
  fieldOf: (name: Name) => FieldOfForm<string>;
  help: Partial<Record<Name, string>>;
  placeholder: (name: Name) => string;
}

/** Fields for numbers, in two columns. */
export function NumberFields<Name extends string>({ names, fieldOf, help, placeholder }: NumberFieldsProps<Name>) {
  return (
    <FieldGrid>
      {names.map((name) => (
        <TextField
          key={name}
          {...fieldOf(name)}
          help={help[name]}
          inputMode="decimal"
          placeholder={placeholder(name)}
        />
      ))}
    </FieldGrid>
  );
}

/** One field for each bound of a budget. */
export function BudgetFields({ fieldOf }: { fieldOf: (kind: BudgetKind) => FieldOfForm<string> }) {
  return <NumberFields names={budgetKinds} fieldOf={fieldOf} help={copy.help} placeholder={() => copy.unlimited} />;
}
