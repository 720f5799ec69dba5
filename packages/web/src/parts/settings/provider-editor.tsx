import {
  type Provider,
  type ProviderChanges,
  type ProviderInput,
  type ProviderKind,
  providerKinds,
  vendorAddresses,
} from '@retinue/protocol';
import { changedFields } from '../../store/form-conflict.ts';
import type { Checked, Outcome } from '../../store/forms.ts';
import type { Library } from '../../store/library.ts';
import {
  checkNewProvider,
  checkProviderChanges,
  draftOfProvider,
  kindWords,
  losesKey,
  newProviderDraft,
  type ProviderDraft,
  providerFieldLabel,
  providerProblems,
} from '../../store/provider-draft.ts';
import { type Form, type SaveRequest, useForm } from '../../store/use-form.ts';
import { useLibrary } from '../../store/use-library.ts';
import { useStore } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { Check, Rows } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { FormFrame } from '../form-frame.tsx';

type Wish = { create: ProviderInput } | { change: ProviderChanges };

export function ProviderEditor({ provider, onDone }: { provider: Provider | null; onDone: () => void }) {
  const library = useLibrary();
  const store = useStore();
  const form = useForm<ProviderDraft, Wish, Provider>({
    initial: provider ? draftOfProvider(provider) : newProviderDraft,
    check: (draft) => check(draft, provider),
    version: provider?.version,
    save: (wish, request) => save(library, provider, wish, request),
    latest: async () => {
      const read = provider ? await library.readProvider(provider.providerId) : null;
      if (!read || !('value' in read)) return null;
      return { draft: draftOfProvider(read.value), version: read.value.version, saved: read.value };
    },
    place: providerProblems,
    onSaved: ({ name }) => {
      store.toasts.add(`${name} is saved. Test it to see that it answers.`);
      onDone();
    },
  });
  return (
    <FormFrame
      right="own"
      form={form}
      label="Provider"
      save={provider ? 'Save' : 'Add the provider'}
      isNew={provider === null}
      labelOf={providerFieldLabel}
      actions={
        <Button variant="quiet" onClick={onDone}>
          Back
        </Button>
      }
    >
      <Section
        title={provider ? provider.name : 'New provider'}
        help="Agents of this workspace can use its models as soon as it is saved."
      >
        <Where form={form} provider={provider} />
        <KeyField form={form} provider={provider} />
        <TextArea
          label="Models"
          isMono
          rows={5}
          spellCheck={false}
          value={form.draft.models}
          problem={form.problems.models}
          help="One id a line, as the provider writes them. They are suggested in the agents; the first one is asked by the test."
          onChange={(models) => form.change({ models })}
        />
      </Section>
    </FormFrame>
  );
}

interface PartProps {
  form: Form<ProviderDraft>;
  provider: Provider | null;
}

function Where({ form: { draft, change, problems }, provider }: PartProps) {
  const vendor = vendorAddresses[draft.kind];
  return (
    <>
      <SelectField
        label="Kind"
        value={draft.kind}
        problem={problems.kind}
        disabled={provider !== null}
        help={provider ? 'The kind of a provider stays as it is. For another kind, add another provider.' : undefined}
        onChange={(kind) => change({ kind: kind as ProviderKind })}
        choices={providerKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
      />
      <TextField
        label="Name"
        value={draft.name}
        problem={problems.name}
        help="As the agents' forms will show it."
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Address"
        isMono
        type="url"
        inputMode="url"
        spellCheck={false}
        value={draft.baseUrl}
        problem={problems.baseUrl}
        placeholder={vendor ?? 'http://localhost:11434/v1'}
        help={
          vendor
            ? 'Empty: the address of the vendor itself.'
            : 'Up to and with /v1. Ollama on this machine is http://localhost:11434/v1, LM Studio http://localhost:1234/v1.'
        }
        onChange={(baseUrl) => change({ baseUrl })}
      />
    </>
  );
}

/** Written, never read again. */
function KeyField({ form: { draft, change, problems }, provider }: PartProps) {
  const isLost = provider !== null && losesKey(draft, provider);
  const kept =
    provider?.hasKey && !isLost
      ? `One is kept; it ends in …${provider.keyHint ?? ''}. Empty leaves it as it is.`
      : null;
  return (
    <>
      <TextField
        label="Key"
        isMono
        type="password"
        autoComplete="new-password"
        value={draft.key}
        problem={problems.key}
        placeholder={provider?.hasKey && !isLost ? `••••••••${provider.keyHint ?? ''}` : ''}
        help={kept ?? 'Kept sealed, and never shown again. A server on this machine often needs none.'}
        onChange={(key) => change({ key })}
      />
      {isLost && (
        <p role="status" className="rounded-small bg-ask-wash px-3 py-2 text-small text-ask">
          This is another server, so the stored key will be deleted. Type the key for the new one, if it needs one.
        </p>
      )}
      {provider?.hasKey && !isLost && draft.key === '' && (
        <Rows>
          <Check
            label="Delete the stored key"
            isOn={draft.isKeyTaken}
            onChange={(isKeyTaken) => change({ isKeyTaken })}
          />
        </Rows>
      )}
    </>
  );
}

function check(draft: ProviderDraft, provider: Provider | null): Checked<ProviderDraft, Wish> {
  if (provider) {
    const checked = checkProviderChanges(draft);
    return 'value' in checked ? { value: { change: checked.value } } : checked;
  }
  const checked = checkNewProvider(draft);
  return 'value' in checked ? { value: { create: checked.value } } : checked;
}

async function save(
  library: Library,
  provider: Provider | null,
  wish: Wish,
  request: SaveRequest<Wish>,
): Promise<Outcome<Provider>> {
  if ('create' in wish) return library.createProvider(wish.create, request);
  if (!provider) throw new Error('There is no provider to change.');
  const before = request.before && 'change' in request.before ? request.before.change : null;
  return library.changeProvider(provider.providerId, changedFields(before, wish.change), request.version);
}
