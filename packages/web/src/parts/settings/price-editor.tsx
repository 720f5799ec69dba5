import type { ListedPrice, Price } from '@retinue/protocol';
import { useId } from 'react';
import {
  checkPrice,
  draftOfPrice,
  type PriceDraft,
  type PricedModel,
  priceFieldLabel,
  priceProblems,
  rateWords,
} from '../../store/price-draft.ts';
import { type Form, useForm } from '../../store/use-form.ts';
import { useKnownPrice, usePriceWishes } from '../../store/use-prices.ts';
import { useAgents, useProviders, useStore } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldGrid, SelectField, TextField } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { FormFrame } from '../form-frame.tsx';

interface EditorProps {
  /** Null for any model. */
  model: PricedModel | null;
  own: ListedPrice | null;
  onDone: () => void;
}

export function PriceEditor({ model, own, onDone }: EditorProps) {
  const wishes = usePriceWishes();
  const store = useStore();
  const providers = useProviderChoices(model?.provider);
  const form = useForm<PriceDraft, Price, ListedPrice>({
    initial: draftOfPrice(model ?? { provider: providers[0]?.value ?? '', modelId: '' }, own),
    check: checkPrice,
    version: own?.version,
    versionOf: ({ version }) => version,
    save: (price, { version }) => wishes.set(price, version),
    latest: wishes.latest,
    place: priceProblems,
    onSaved: ({ modelId }) => {
      store.toasts.add(`${modelId} has a price of your own now.`);
      onDone();
    },
  });
  return (
    <FormFrame
      right="own"
      form={form}
      label="Price"
      labelOf={priceFieldLabel}
      save="Save"
      isNew={own === null}
      actions={
        <Button variant="quiet" onClick={onDone}>
          Back
        </Button>
      }
    >
      <Section
        title={model ? 'Price' : 'New price'}
        help="In dollars per million tokens. It counts for what is spent from now on."
      >
        {providers.length === 0 && (
          <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">
            There is no provider yet whose models could cost something. Add one first.
          </p>
        )}
        <WhichModel form={form} providers={providers} isFixed={model !== null} />
        <KnownWords form={form} />
        <RateFields form={form} />
      </Section>
    </FormFrame>
  );
}

const rateFields = [
  { field: 'input', label: 'Input', placeholder: '1.25', help: 'What the model reads.' },
  { field: 'output', label: 'Output', placeholder: '10', help: 'What it writes, thoughts included.' },
  {
    field: 'cachedInput',
    label: 'Cached input',
    placeholder: 'As the input',
    help: 'What the provider had read before. Empty: as any other input.',
  },
] as const;

function RateFields({ form: { draft, change, problems } }: { form: Form<PriceDraft> }) {
  return (
    <FieldGrid>
      {rateFields.map(({ field, ...words }) => (
        <TextField
          key={field}
          {...words}
          inputMode="decimal"
          value={draft[field]}
          problem={problems[field]}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
    </FieldGrid>
  );
}

interface WhichProps {
  form: Form<PriceDraft>;
  providers: readonly { value: string; label: string }[];
  isFixed: boolean;
}

function WhichModel({ form: { draft, change, problems }, providers, isFixed }: WhichProps) {
  const listId = useId();
  const models = useProviders()?.find(({ providerId }) => providerId === draft.provider)?.models ?? [];
  return (
    <FieldGrid>
      <SelectField
        label="Provider"
        value={draft.provider}
        problem={problems.provider}
        disabled={isFixed}
        choices={providers}
        onChange={(provider) => change({ provider })}
      />
      <TextField
        label="Model id"
        isMono
        list={listId}
        spellCheck={false}
        disabled={isFixed}
        value={draft.modelId}
        problem={problems.modelId}
        onChange={(modelId) => change({ modelId })}
      />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </FieldGrid>
  );
}

/** What the table says, and a way to begin with that. */
function KnownWords({ form: { draft, change } }: { form: Form<PriceDraft> }) {
  const known = useKnownPrice(draft.provider, draft.modelId);
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-soft empty:hidden">
      {known === null && <p>The built-in table does not know this model.</p>}
      {known && (
        <>
          <p>
            The built-in table says {rateWords(known.input)} in and {rateWords(known.output)} out
            {known.cachedInput === null ? '.' : `, ${rateWords(known.cachedInput)} cached.`}
          </p>
          <Button
            onClick={() =>
              change({
                input: String(known.input),
                output: String(known.output),
                cachedInput: known.cachedInput === null ? '' : String(known.cachedInput),
              })
            }
          >
            Begin with that
          </Button>
        </>
      )}
    </div>
  );
}

/** Those of the workspace, and what agents name besides; the demo model costs nothing. */
function useProviderChoices(chosen: string | undefined): { value: string; label: string }[] {
  const own = (useProviders() ?? []).map(({ providerId, name }) => ({ value: String(providerId), label: name }));
  const named = [...(chosen ? [chosen] : []), ...useAgents().map(({ model }) => model.provider)];
  const others = [...new Set(named)].filter((name) => name !== 'demo' && !own.some(({ value }) => value === name));
  return [...own, ...others.map((value) => ({ value, label: value }))];
}
