import type { ListedPrice } from '@retinue/protocol';
import { useId } from 'react';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { toDraft } from '../../../store/forms/form-shape.ts';
import { type Form, useForm } from '../../../store/forms/use-form.ts';
import { type PricedModel, useKnownPrice, usePriceRequests } from '../../../store/settings/use-prices.ts';
import { useAgents, useProviders, useStore } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FieldGrid, SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { pricesCopy as copy } from './copy.ts';
import { type PriceDraft, priceShape } from './price-form.ts';

interface EditorProps {
  /** Null for any model. */
  model: PricedModel | null;
  own: ListedPrice | null;
  onDone: () => void;
}

export function PriceEditor({ model, own, onDone }: EditorProps) {
  const requests = usePriceRequests();
  const store = useStore();
  const providers = useProviderChoices(model?.provider);
  const form = useForm({
    shape: priceShape,
    record: own,
    ...(own ? {} : { initial: toDraft(priceShape, model ?? { provider: providers[0]?.value }) }),
    save: (price, { version }) => requests.set(price, version),
    readLatest: requests.readLatest,
    onSaved: ({ modelId }: ListedPrice) => {
      store.toasts.add(copy.saved(modelId));
      onDone();
    },
  });
  return (
    <FormFrame right="own" form={form} label={copy.form} isNew={own === null} onBack={onDone}>
      <Section title={model ? copy.form : copy.newPrice} help={copy.formLead}>
        {providers.length === 0 && (
          <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">{copy.noProvider}</p>
        )}
        <ModelFields form={form} providers={providers} isFixed={model !== null} />
        <KnownPrice form={form} />
        <RateFields form={form} />
      </Section>
    </FormFrame>
  );
}

function RateFields({ form: { field } }: { form: Form<PriceDraft> }) {
  return (
    <FieldGrid>
      <TextField {...field('input')} inputMode="decimal" placeholder={copy.examples.input} />
      <TextField {...field('output')} inputMode="decimal" placeholder={copy.examples.output} help={copy.help.output} />
      <TextField {...field('cachedInput')} inputMode="decimal" placeholder={copy.examples.cachedInput} />
    </FieldGrid>
  );
}

interface ModelFieldsProps {
  form: Form<PriceDraft>;
  providers: readonly { value: string; label: string }[];
  isFixed: boolean;
}

function ModelFields({ form: { draft, field }, providers, isFixed }: ModelFieldsProps) {
  const listId = useId();
  const models = useProviders()?.find(({ providerId }) => providerId === draft.provider)?.models ?? [];
  return (
    <FieldGrid>
      <SelectField {...field('provider')} disabled={isFixed} choices={providers} />
      <TextField {...field('modelId')} isMono list={listId} spellCheck={false} disabled={isFixed} />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </FieldGrid>
  );
}

/** The price in the built-in table, and a button that copies it. */
function KnownPrice({ form: { draft, change } }: { form: Form<PriceDraft> }) {
  const known = useKnownPrice(draft.provider, draft.modelId);
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-soft empty:hidden">
      {known === null && <p>{copy.notInTable}</p>}
      {known && (
        <>
          <p>{copy.inTable(known)}</p>
          <Button onClick={() => change(toDraft(priceShape, { ...draft, ...known }))}>{copy.useTable}</Button>
        </>
      )}
    </div>
  );
}

/** The providers of the workspace and others that agents name, without the demo model, which is free. */
function useProviderChoices(chosen: string | undefined): { value: string; label: string }[] {
  const own = (useProviders() ?? []).map(({ providerId, name }) => ({ value: String(providerId), label: name }));
  const named = [...(chosen ? [chosen] : []), ...useAgents().map(({ model }) => model.provider)];
  const others = [...new Set(named)].filter((name) => name !== 'demo' && !own.some(({ value }) => value === name));
  return [...own, ...others.map((value) => ({ value, label: value }))];
}
