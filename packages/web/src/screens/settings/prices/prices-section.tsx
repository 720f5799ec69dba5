import { type ListedPrice, type Price, priceSchema, type Rates } from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { ModelFields, NumberFields, useProviderChoices } from '../../../components/forms/setting-fields.tsx';
import { SettingsLink } from '../../../components/forms/settings-link.tsx';
import { number, text } from '../../../store/forms/codecs.ts';
import { type DraftOf, type FormShape, toDraft } from '../../../store/forms/form-shape.ts';
import { type Form, useForm } from '../../../store/forms/use-form.ts';
import { valueOrNull } from '../../../store/outcome.ts';
import {
  keyOfModel,
  type ModelPrices,
  unpricedModel,
  useKnownPrice,
  usePrices,
} from '../../../store/settings/use-prices.ts';
import { useSend } from '../../../store/use-library.ts';
import { useProviders, useStore } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Tag } from '../../../ui/status.tsx';
import { EntryButtons, type EntryEditorProps, type EntryRowProps, EntrySection } from '../entries.tsx';
import { pricesCopy as copy } from './copy.ts';

export function PricesSection({ edit }: { edit: string | undefined }) {
  return (
    <EntrySection
      section="prices"
      right="own"
      text={copy}
      fetched={usePrices()}
      edit={edit}
      idOf={keyOfModel}
      row={PriceRow}
      editor={PriceEditor}
      missing={unpricedModel}
    >
      <p className="text-tiny text-faint text-pretty">{copy.note}</p>
    </EntrySection>
  );
}

function PriceRow({ entry, ...row }: EntryRowProps<ModelPrices>) {
  const { provider, modelId, own, known, isFree } = entry;
  const providerName = useProviders()?.find(({ providerId }) => providerId === provider)?.name;
  const send = useSend();
  return (
    <li className="flex items-start gap-2 rounded-plain border border-line bg-raised py-3 ps-4 pe-3 shadow-lift">
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="min-w-0">
          <h3 className="font-mono text-small font-semibold [overflow-wrap:anywhere]" dir="ltr">
            {modelId}
          </h3>
          <p className="truncate text-tiny text-faint" dir="auto">
            {providerName ?? (provider === 'demo' ? copy.demoModel : provider)}
          </p>
        </div>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-small tabular-nums">
          {!isFree && (
            <>
              <dt className="text-tiny text-faint">{copy.own}</dt>
              <dd>{own ? <RatesText rates={own} isStrong /> : <span className="text-faint">{copy.notSet}</span>}</dd>
            </>
          )}
          <dt className="text-tiny text-faint">{copy.builtIn}</dt>
          <dd>
            {!known && <span className="text-ask">{copy.unknown}</span>}
            {known && (isFree ? <Tag>{copy.free}</Tag> : <RatesText rates={known} />)}
          </dd>
        </dl>
      </div>
      <span className="flex w-16 shrink-0">
        {!isFree && (
          <EntryButtons
            {...row}
            right="own"
            name={copy.priceOf(modelId)}
            removal={own && copy.removal(modelId, known !== null)}
            remove={() => send('removePrice', { params: { provider, modelId } })}
            removed={copy.removed(modelId)}
          />
        )}
      </span>
    </li>
  );
}

function RatesText({ rates, isStrong = false }: { rates: Rates; isStrong?: boolean }) {
  const { input, output, cachedInput } = rates;
  return (
    <span className={isStrong ? 'font-medium text-ink' : 'text-soft'}>
      {copy.rates(input, output)}
      {cachedInput !== null && <span className="text-faint">{copy.cachedRate(cachedInput)}</span>}
    </span>
  );
}

const fields = {
  provider: text,
  modelId: text,
  input: number(),
  output: number(),
  cachedInput: number({ empty: null }),
};

type PriceDraft = DraftOf<typeof fields>;

const priceShape: FormShape<PriceDraft, Price> = { fields, labels: copy.labels, schema: priceSchema };

/** Without a model, its provider and name are chosen in the form. */
function PriceEditor({ entry: model, onDone }: EntryEditorProps<ModelPrices>) {
  const own = model?.own ?? null;
  const send = useSend();
  const { toasts } = useStore();
  const providers = useProviderChoices(model?.provider, (id) => id);
  const form = useForm({
    shape: priceShape,
    record: own,
    ...(own ? {} : { initial: toDraft(priceShape, model ?? { provider: providers[0]?.value }) }),
    // Without a version, the price must not exist yet.
    save: ({ provider, modelId, ...body }, { options: { ifVersion = 0 } }) =>
      send('setPrice', { params: { provider, modelId }, body }, { ifVersion }),
    readLatest: async (price) => {
      const listed = valueOrNull(await send('listPrices', { params: {} }));
      return listed?.results.find((one) => keyOfModel(one) === keyOfModel(price)) ?? null;
    },
    onSaved: ({ modelId }: ListedPrice) => {
      toasts.add(copy.saved(modelId));
      onDone();
    },
  });
  return (
    <FormFrame right="own" form={form} label={copy.form} onBack={onDone} create={own ? null : copy.save}>
      <Section title={model ? copy.form : copy.newPrice} help={copy.formLead}>
        {providers.length === 0 && (
          <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">
            <SettingsLink text={copy.noProvider} section="providers" edit="new" />
          </p>
        )}
        <ModelFields
          provider={{ ...form.field('provider'), disabled: model !== null, choices: providers }}
          modelId={{ ...form.field('modelId'), disabled: model !== null }}
        />
        <KnownPrice form={form} />
        <NumberFields
          names={['input', 'output', 'cachedInput'] as const}
          fieldOf={form.field}
          help={copy.help}
          placeholder={(name) => copy.examples[name]}
        />
      </Section>
    </FormFrame>
  );
}

/** The price in the built-in table, and a button that copies it. */
function KnownPrice({ form: { draft, change } }: { form: Form<PriceDraft> }) {
  const known = useKnownPrice(draft);
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
