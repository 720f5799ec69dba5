import {
  type Provider,
  type ProviderChanges,
  type ProviderInput,
  type ProviderKind,
  providerChangesSchema,
  providerInputSchema,
  providerKinds,
  vendorAddresses,
} from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { May } from '../../../components/may.tsx';
import { lines, text, unchanged } from '../../../store/forms/codecs.ts';
import { changedFields } from '../../../store/forms/form-conflict.ts';
import type { Codec, DraftOf, FormShape } from '../../../store/forms/form-shape.ts';
import { type Form, useForm } from '../../../store/forms/use-form.ts';
import { valueOrNull } from '../../../store/outcome.ts';
import { useSend } from '../../../store/use-library.ts';
import { useAgents, useProviders, useStore } from '../../../store/use-store.ts';
import { SelectField, TextArea, TextField } from '../../../ui/forms/fields.tsx';
import { Check, Rows } from '../../../ui/forms/rows.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Tag } from '../../../ui/status.tsx';
import { RichText } from '../../../ui/text/rich-text.tsx';
import { settingsCopy } from '../copy.ts';
import { EntryButtons, type EntryEditorProps, type EntryRowProps, EntrySection, TestButton } from '../entries.tsx';
import { providersCopy as copy } from './copy.ts';

export function ProvidersSection({ edit }: { edit: string | undefined }) {
  const providers = useProviders();
  const fetched = providers ? ({ state: 'ready', value: providers } as const) : ({ state: 'loading' } as const);
  return (
    <EntrySection
      section="providers"
      right="own"
      text={copy}
      fetched={{ ...fetched, again: () => {} }}
      edit={edit}
      idOf={({ providerId }) => providerId}
      row={ProviderCard}
      editor={ProviderEditor}
    >
      <DemoCard />
      <aside aria-label={copy.local.title} className="rounded-plain bg-sunken px-4 py-3 text-small text-soft">
        <p className="font-medium text-ink">{copy.local.title}</p>
        {[copy.local.servers, copy.local.hosts].map((text) => (
          <p key={text} className="mt-1 text-pretty">
            <RichText text={text} />
          </p>
        ))}
      </aside>
    </EntrySection>
  );
}

const card = 'flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift';

function ProviderCard({ entry, ...row }: EntryRowProps<Provider>) {
  const { providerId, name, kind, baseUrl, hasKey, keyHint, models } = entry;
  const send = useSend();
  const users = useAgents().filter(({ model }) => model.provider === providerId);
  const removal = copy.removal(
    name,
    users.map((user) => user.name),
  );
  return (
    <li className={card}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="truncate font-semibold">
            {name}
          </h3>
          <p className="text-tiny text-faint">{copy.kinds[kind]}</p>
          <p className="truncate font-mono text-tiny text-soft" dir="ltr">
            {baseUrl}
          </p>
        </div>
        <EntryButtons
          {...row}
          right="own"
          name={name}
          removal={removal}
          remove={() => send('deleteProvider', { params: { providerId } })}
          removed={settingsCopy.deleted(name)}
        />
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-tiny text-soft">
        <Tag>{hasKey ? copy.card.key(keyHint ?? '') : copy.card.noKey}</Tag>
        {models.slice(0, 6).map((model) => (
          <Tag key={model}>
            <span className="font-mono">{model}</span>
          </Tag>
        ))}
        {models.length > 6 && <span>{copy.card.moreModels(models.length - 6)}</span>}
        {models.length === 0 && <span className="text-faint">{copy.card.noModels}</span>}
      </p>
      <May right="own">
        <TestButton text={copy.test} test={() => send('testProvider', { params: { providerId }, body: {} })} />
      </May>
    </li>
  );
}

function DemoCard() {
  return (
    <div className={card}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{copy.demo.name}</h3>
          <p className="text-small text-soft text-pretty">{copy.demo.text}</p>
        </div>
        <Tag>{copy.demo.tag}</Tag>
      </div>
    </div>
  );
}

function ProviderEditor({ entry: provider, onDone }: EntryEditorProps<Provider>) {
  const form = useProviderForm(provider, onDone);
  return (
    <FormFrame right="own" form={form} label={copy.form} onBack={onDone} create={provider ? null : copy.create}>
      <Section title={provider ? provider.name : copy.newProvider}>
        <ServerFields form={form} provider={provider} />
        <KeyField form={form} provider={provider} />
        <TextArea {...form.field('models')} isMono rows={5} spellCheck={false} help={copy.help.models} />
      </Section>
    </FormFrame>
  );
}

function useProviderForm(provider: Provider | null, onDone: () => void): Form<ProviderDraft> {
  const send = useSend();
  const { toasts } = useStore();
  return useForm({
    shape: providerShape(provider === null),
    record: provider,
    save: (value, { before, options }) => {
      if ('kind' in value) return send('createProvider', { params: {}, body: value }, options);
      if (!provider) throw new Error('A new provider has a kind.');
      const { providerId } = provider;
      return send('changeProvider', { params: { providerId }, body: changedFields(before, value) }, options);
    },
    readLatest: async () =>
      provider && valueOrNull(await send('getProvider', { params: { providerId: provider.providerId } })),
    onSaved: ({ name }: Provider) => {
      toasts.add(copy.saved(name));
      onDone();
    },
  });
}

interface FieldsProps {
  form: Form<ProviderDraft>;
  provider: Provider | null;
}

function ServerFields({ form: { draft, field }, provider }: FieldsProps) {
  const vendor = vendorAddresses[draft.kind];
  const kind = field('kind');
  return (
    <>
      <SelectField
        {...kind}
        disabled={provider !== null}
        help={provider ? copy.help.kind : undefined}
        onChange={(chosen) => kind.onChange(providerKinds.find((one) => one === chosen) ?? draft.kind)}
        choices={providerKinds.map((value) => ({ value, label: copy.kinds[value] }))}
      />
      <TextField {...field('name')} />
      <TextField
        {...field('baseUrl')}
        isMono
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder={vendor ?? copy.help.urlExample}
        help={vendor ? copy.help.vendorUrl(vendor) : copy.help.url}
      />
    </>
  );
}

function KeyField({ form: { draft, field }, provider }: FieldsProps) {
  const isLost = provider !== null && losesKey(draft, provider);
  const isStored = provider?.hasKey === true && !isLost;
  const hint = provider?.keyHint ?? '';
  const { value, onChange, ...key } = field('key');
  return (
    <>
      <TextField
        {...key}
        value={value ?? ''}
        onChange={onChange}
        isMono
        type="password"
        autoComplete="new-password"
        placeholder={isStored ? `••••••••${hint}` : ''}
        help={isStored ? copy.help.storedKey(hint) : copy.help.newKey}
      />
      {isLost && (
        <p role="status" className="rounded-small bg-ask-wash px-3 py-2 text-small text-ask">
          {copy.help.keyLost}
        </p>
      )}
      {isStored && !value && (
        <Rows>
          <Check label={copy.help.removeKey} isOn={value === null} onChange={(isOn) => onChange(isOn ? null : '')} />
        </Rows>
      )}
    </>
  );
}

/** Empty keeps the stored key, null deletes it. */
const key: Codec<string | null> = { show: () => '', read: (shown) => (shown?.trim() === '' ? undefined : shown) };

const fields = { kind: unchanged<ProviderKind>('openai-compatible'), name: text, baseUrl: text, key, models: lines };

type ProviderDraft = DraftOf<typeof fields>;

/** The kind of a stored provider can't be changed, so it is not sent. */
function providerShape(isNew: boolean): FormShape<ProviderDraft, ProviderInput | ProviderChanges> {
  return {
    fields,
    labels: copy.labels,
    schema: isNew ? providerInputSchema : providerChangesSchema,
    fieldOfCode: { 'address-refused': 'baseUrl' },
    finish: ({ kind, ...request }, draft) => ({ ...request, ...(isNew ? { kind } : {}), baseUrl: urlOf(draft) }),
  };
}

/** A stored key is only for the server that it was given for. */
function losesKey(draft: ProviderDraft, { hasKey, baseUrl }: Provider): boolean {
  const url = URL.parse(urlOf(draft));
  return hasKey && !draft.key?.trim() && url !== null && url.origin !== URL.parse(baseUrl)?.origin;
}

function urlOf({ baseUrl, kind }: ProviderDraft): string {
  return baseUrl.trim() || (vendorAddresses[kind] ?? '');
}
