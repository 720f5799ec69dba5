import type { Provider } from '@retinue/protocol';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { May } from '../../../components/may.tsx';
import { useReport } from '../../../store/settings/use-report.ts';
import { useLibrary } from '../../../store/use-library.ts';
import { useProviders, useStore } from '../../../store/use-store.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { Waiting } from '../../../ui/status/note.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { NotFound, SectionHead, useShowEntry } from '../section-head.tsx';
import { providersCopy as copy } from './copy.ts';
import { ProviderEditor } from './provider-editor.tsx';
import { ProviderTestButton } from './provider-test-button.tsx';

export function ProvidersSection({ edit }: { edit: string | undefined }) {
  const providers = useProviders();
  const show = useShowEntry('providers');
  if (providers === null) return <Waiting label={copy.loading} />;
  if (edit === 'new') return <ProviderEditor key="new" provider={null} onDone={() => show()} />;
  const edited = providers.find(({ providerId }) => providerId === edit);
  if (edited) return <ProviderEditor key={edited.providerId} provider={edited} onDone={() => show()} />;
  if (edit !== undefined) return <NotFound noun={copy.noun} onBack={() => show()} />;
  return (
    <div className="flex flex-col gap-4">
      <SectionHead title={copy.title} lead={copy.lead}>
        <May right="own">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
            {copy.add}
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
          <p className="text-tiny text-faint">{copy.kinds[provider.kind]}</p>
          <p className="truncate font-mono text-tiny text-soft" dir="ltr">
            {provider.baseUrl}
          </p>
        </div>
        <May right="own">
          <IconButton label={copy.edit(provider.name)} onClick={onEdit}>
            <Pencil size={15} />
          </IconButton>
          <IconButton label={copy.delete(provider.name)} onClick={() => setAsking(true)}>
            <Trash2 size={15} />
          </IconButton>
        </May>
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-tiny text-soft">
        <Tag>{provider.hasKey ? copy.card.key(provider.keyHint ?? '') : copy.card.noKey}</Tag>
        {provider.models.slice(0, 6).map((model) => (
          <Tag key={model}>
            <span className="font-mono">{model}</span>
          </Tag>
        ))}
        {provider.models.length > 6 && <span>{copy.card.moreModels(provider.models.length - 6)}</span>}
        {provider.models.length === 0 && <span className="text-faint">{copy.card.noModels}</span>}
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
  const report = useReport();
  const users = store.agents.filter(({ model }) => model.provider === provider.providerId).map(({ name }) => name);
  const remove = async () =>
    report(await library.removeProvider(provider.providerId), () => copy.remove.done(provider.name));
  return (
    <Confirm
      title={copy.remove.title(provider.name)}
      message={copy.remove.text(users)}
      action={copy.remove.action}
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
          <h3 className="font-semibold">{copy.demo.name}</h3>
          <p className="text-small text-soft text-pretty">{copy.demo.text}</p>
        </div>
        <Tag>{copy.demo.tag}</Tag>
      </div>
    </li>
  );
}

function LocalHint() {
  return (
    <aside aria-label={copy.local.title} className="rounded-plain bg-sunken px-4 py-3 text-small text-soft">
      <p className="font-medium text-ink">{copy.local.title}</p>
      <p className="mt-1 text-pretty">
        {copy.local.before}
        <Code>http://localhost:11434/v1</Code>
        {copy.local.between}
        <Code>http://localhost:1234/v1</Code>
        {copy.local.after}
      </p>
      <p className="mt-1 text-pretty">
        {copy.local.hostsBefore}
        <Code>RETINUE_ALLOWED_HOSTS</Code>
        {copy.local.hostsAfter}
      </p>
    </aside>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-[0.3rem] border border-line bg-raised px-1 font-mono text-tiny">{children}</code>;
}
