import { type Provider, providerKinds, vendorAddresses } from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { changedFields } from '../../../store/forms/form-conflict.ts';
import { type Form, useForm } from '../../../store/forms/use-form.ts';
import { valueOrNull } from '../../../store/outcome.ts';
import { useLibrary } from '../../../store/use-library.ts';
import { useStore } from '../../../store/use-store.ts';
import { SelectField, TextArea, TextField } from '../../../ui/forms/inputs.tsx';
import { Check, Rows } from '../../../ui/forms/toggles.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { providersCopy as copy } from './copy.ts';
import { losesKey, type ProviderDraft, providerShape } from './provider-form.ts';

export function ProviderEditor({ provider, onDone }: { provider: Provider | null; onDone: () => void }) {
  const form = useProviderForm(provider, onDone);
  return (
    <FormFrame
      right="own"
      form={form}
      label={copy.form}
      onBack={onDone}
      {...(provider ? {} : { save: copy.add, isNew: true })}
    >
      <Section title={provider ? provider.name : copy.newProvider}>
        <ServerFields form={form} provider={provider} />
        <KeyField form={form} provider={provider} />
        <TextArea {...form.field('models')} isMono rows={5} spellCheck={false} help={copy.help.models} />
      </Section>
    </FormFrame>
  );
}

function useProviderForm(provider: Provider | null, onDone: () => void): Form<ProviderDraft> {
  const library = useLibrary();
  const { toasts } = useStore();
  return useForm({
    shape: providerShape(provider === null),
    record: provider,
    save: (value, { before, version, idempotencyKey }) => {
      if ('kind' in value) return library.createProvider(value, idempotencyKey);
      if (!provider) throw new Error('A new provider has a kind.');
      return library.changeProvider(provider.providerId, changedFields(before, value), version);
    },
    readLatest: async () => (provider ? valueOrNull(await library.readProvider(provider.providerId)) : null),
    onSaved: ({ name }: Provider) => {
      toasts.add(copy.saved(name));
      onDone();
    },
  });
}

interface EditorProps {
  form: Form<ProviderDraft>;
  provider: Provider | null;
}

function ServerFields({ form: { draft, field }, provider }: EditorProps) {
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

function KeyField({ form: { draft, field }, provider }: EditorProps) {
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
