import type { Provider } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { kindWords } from '../../store/provider-draft.ts';
import { useLibrary } from '../../store/use-library.ts';
import { useProviders, useStore } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Waiting } from '../../ui/status/note.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { May } from '../may.tsx';
import { ProviderEditor } from './provider-editor.tsx';
import { ProviderTestButton } from './provider-test.tsx';
import { NotHere, SectionHead } from './section-head.tsx';

/** Where models come from. */
export function ProvidersSection({ edit }: { edit: string | undefined }) {
  const providers = useProviders();
  const navigate = useNavigate();
  const show = (shown?: string) =>
    void navigate({
      to: '/settings/$section',
      params: { section: 'providers' },
      search: shown ? { edit: shown } : {},
    });
  if (providers === null) return <Waiting label="Reading the providers …" />;
  if (edit === 'new') return <ProviderEditor key="new" provider={null} onDone={() => show()} />;
  const edited = providers.find(({ providerId }) => providerId === edit);
  if (edited) return <ProviderEditor key={edited.providerId} provider={edited} onDone={() => show()} />;
  if (edit !== undefined) return <NotHere what="provider" onBack={() => show()} />;
  return (
    <div className="flex flex-col gap-4">
      <SectionHead
        title="Providers"
        words="Where the models come from. A key is kept sealed on the server, sent only to its provider, and never shown again."
      >
        <May right="own">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
            Add a provider
          </Button>
        </May>
      </SectionHead>
      <ul className="flex flex-col gap-3">
        {providers.map((provider) => (
          <ProviderCard key={provider.providerId} provider={provider} onEdit={() => show(provider.providerId)} />
        ))}
        <DemoCard />
      </ul>
      <LocalHint />
    </div>
  );
}

const card = 'flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift';

function ProviderCard({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <li className={card}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="truncate font-semibold">
            {provider.name}
          </h3>
          <p className="text-tiny text-faint">{kindWords[provider.kind]}</p>
          <p className="truncate font-mono text-tiny text-soft" dir="ltr">
            {provider.baseUrl}
          </p>
        </div>
        <May right="own">
          <IconButton label={`Edit ${provider.name}`} onClick={onEdit}>
            <Pencil size={15} />
          </IconButton>
          <IconButton label={`Delete ${provider.name}`} onClick={() => setAsking(true)}>
            <Trash2 size={15} />
          </IconButton>
        </May>
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-tiny text-soft">
        <Tag>{provider.hasKey ? `Key ends in …${provider.keyHint ?? ''}` : 'No key'}</Tag>
        {provider.models.slice(0, 6).map((model) => (
          <Tag key={model}>
            <span className="font-mono">{model}</span>
          </Tag>
        ))}
        {provider.models.length > 6 && <span>and {provider.models.length - 6} more</span>}
        {provider.models.length === 0 && (
          <span className="text-faint">No models listed: write the id in the agent.</span>
        )}
      </p>
      <May right="own">
        <ProviderTestButton provider={provider} />
      </May>
      {isAsking && <RemoveProvider provider={provider} onClose={() => setAsking(false)} />}
    </li>
  );
}

function RemoveProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const library = useLibrary();
  const store = useStore();
  const users = store.agents.filter(({ model }) => model.provider === provider.providerId).map(({ name }) => name);
  const remove = async () => {
    const outcome = await library.removeProvider(provider.providerId);
    if ('value' in outcome) store.toasts.add(`Deleted ${provider.name}.`);
    else store.toasts.add(outcome.refusal.words, { tone: 'problem', stayMs: 10_000 });
  };
  const used =
    users.length > 0 ? ` These agents use it and will fail until they get another: ${users.join(', ')}.` : '';
  return (
    <Confirm
      title={`Delete ${provider.name}?`}
      message={`Its key is deleted with it. This can't be undone.${used}`}
      action="Delete"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

function DemoCard() {
  return (
    <li className={card}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">Demo model</h3>
          <p className="text-small text-soft text-pretty">
            Always there, needs no key and no network. It follows rules over a small catalogue of sample data.
          </p>
        </div>
        <Tag>Built in</Tag>
      </div>
    </li>
  );
}

function LocalHint() {
  return (
    <aside aria-label="Models on this machine" className="rounded-plain bg-sunken px-4 py-3 text-small text-soft">
      <p className="font-medium text-ink">Models on this machine</p>
      <p className="mt-1 text-pretty">
        Add an OpenAI-compatible server with the address <Address>http://localhost:11434/v1</Address> for Ollama, or{' '}
        <Address>http://localhost:1234/v1</Address> for LM Studio. Neither needs a key.
      </p>
      <p className="mt-1 text-pretty">
        Any other server of your own must be named, with its port, in <Address>RETINUE_ALLOWED_HOSTS</Address> where
        Retinue is started.
      </p>
    </aside>
  );
}

function Address({ children }: { children: string }) {
  return <code className="rounded-[0.3rem] border border-line bg-raised px-1 font-mono text-tiny">{children}</code>;
}
