import { type ListedPrice, type Price, priceSchema, type Rates } from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { ModelFields, useProviderChoices } from '../../../components/forms/setting-fields.tsx';
import { SettingsLink } from '../../../components/forms/settings-link.tsx';
import { number, text } from '../../../store/forms/codecs.ts';
import { type DraftOf, type FormShape, toDraft } from '../../../store/forms/form-shape.ts';
import { type Form, useForm } from '../../../store/forms/use-form.ts';
import {
  keyOfModel,
  type ModelPrices,
  modelOfKey,
  type PricedModel,
  useKnownPrice,
  usePriceRequests,
  usePrices,
} from '../../../store/settings/use-prices.ts';
import { useReport } from '../../../store/settings/use-report.ts';
import { useProviders, useStore } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FieldGrid, TextField } from '../../../ui/forms/fields.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Tag } from '../../../ui/status.tsx';
import { EntryButtons, EntrySection } from '../entries.tsx';
import { pricesCopy as copy } from './copy.ts';

export function PricesSection({ edit }: { edit: string | undefined }) {
  const prices = usePrices();
  return (
    <EntrySection
      section="prices"
      right="own"
      text={copy}
      fetched={prices}
      edit={edit}
      open={(key, rows, onDone) => {
        const model = modelOfKey(key);
        const own = rows.find((row) => keyOfModel(row) === key)?.own ?? null;
        return (model || key === 'new') && <PriceEditor key={key} model={model} own={own} onDone={onDone} />;
      }}
      row={(row, show) => (
        <PriceRow key={keyOfModel(row)} row={row} onEdit={() => show(keyOfModel(row))} onGone={prices.again} />
      )}
    >
      <p className="text-tiny text-faint text-pretty">{copy.note}</p>
    </EntrySection>
  );
}

function PriceRow({ row, onEdit, onGone }: { row: ModelPrices; onEdit: () => void; onGone: () => void }) {
  const { provider, modelId, own, known, isFree } = row;
  const providerName = useProviders()?.find(({ providerId }) => providerId === provider)?.name;
  const requests = usePriceRequests();
  const report = useReport();
  const remove = async () => {
    report(await requests.remove(row), () => copy.removed(modelId));
    onGone();
  };
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
            right="own"
            name={copy.priceOf(modelId)}
            onEdit={onEdit}
            removal={own && { ...copy.removal(modelId, known !== null), onConfirm: remove }}
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

interface EditorProps {
  /** Null for any model. */
  model: PricedModel | null;
  own: ListedPrice | null;
  onDone: () => void;
}

function PriceEditor({ model, own, onDone }: EditorProps) {
  const requests = usePriceRequests();
  const store = useStore();
  const providers = useProviderChoices(model?.provider, (id) => id);
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
        <FieldGrid>
          {(['input', 'output', 'cachedInput'] as const).map((path) => (
            <TextField
              key={path}
              {...form.field(path)}
              inputMode="decimal"
              placeholder={copy.examples[path]}
              help={path === 'output' ? copy.help.output : undefined}
            />
          ))}
        </FieldGrid>
      </Section>
    </FormFrame>
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
