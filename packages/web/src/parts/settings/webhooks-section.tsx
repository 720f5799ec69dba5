import type { Webhook } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Send } from 'lucide-react';
import { useRole } from '../../store/use-library.ts';
import { useStore } from '../../store/use-store.ts';
import { useWebhooks, useWebhookWishes } from '../../store/use-webhooks.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BareSwitch } from '../../ui/forms/toggles.tsx';
import { Note } from '../../ui/status/note.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { Fetching } from '../fetching.tsx';
import { NotHere, SectionHead } from './section-head.tsx';
import { WebhookEditor } from './webhook-editor.tsx';
import { WebhookView } from './webhook-view.tsx';

/** Whom the workspace tells of what happens in it. */
export function WebhooksSection({ edit }: { edit: string | undefined }) {
  if (useRole() !== 'owner') return <Note title="Webhooks are for the owner">Ask whoever runs this server.</Note>;
  return <Webhooks edit={edit} />;
}

function Webhooks({ edit }: { edit: string | undefined }) {
  const webhooks = useWebhooks();
  const navigate = useNavigate();
  const show = (shown?: string) =>
    void navigate({ to: '/settings/$section', params: { section: 'webhooks' }, search: shown ? { edit: shown } : {} });
  const done = () => {
    webhooks.again();
    show();
  };
  if (webhooks.state !== 'ready') return <Fetching fetched={webhooks} what="the webhooks" again={webhooks.again} />;
  if (edit === 'new') return <WebhookEditor onDone={done} />;
  const shown = webhooks.value.find(({ webhookId }) => webhookId === edit);
  if (shown) return <WebhookView key={shown.webhookId} webhook={shown} onDone={done} />;
  if (edit !== undefined) return <NotHere what="webhook" onBack={() => show()} />;
  return (
    <div className="flex flex-col gap-4">
      <SectionHead
        title="Webhooks"
        words="Addresses that are told of what happens in the chats of this workspace: signed, in order, and again until they have it."
      >
        <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
          New webhook
        </Button>
      </SectionHead>
      {webhooks.value.length === 0 ? (
        <p className="rounded-plain border border-dashed border-line-strong p-6 text-center text-small text-soft">
          There are no webhooks yet. A good first one: to hear of tasks that wait for a person.
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {webhooks.value.map((webhook) => (
            <WebhookRow
              key={webhook.webhookId}
              webhook={webhook}
              onShow={() => show(webhook.webhookId)}
              onChanged={webhooks.again}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function WebhookRow({ webhook, onShow, onChanged }: { webhook: Webhook; onShow: () => void; onChanged: () => void }) {
  const wishes = useWebhookWishes();
  const store = useStore();
  const { url, triggers, isEnabled, disabledReason } = webhook;
  const turn = async (isOn: boolean) => {
    const outcome = await wishes.change(webhook, { isEnabled: isOn });
    if ('refusal' in outcome) store.toasts.add(outcome.refusal.words, { tone: 'problem', stayMs: 10_000 });
    onChanged();
  };
  return (
    <li className="flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 font-mono text-small font-semibold [overflow-wrap:anywhere]" dir="ltr">
          {url}
        </h3>
        <BareSwitch label={`Send to ${url}`} isOn={isEnabled} onChange={(isOn) => void turn(isOn)} />
      </div>
      <p className="flex flex-wrap items-center gap-1.5">
        {triggers.map((name) => (
          <Tag key={name}>
            <span className="font-mono">{name}</span>
          </Tag>
        ))}
      </p>
      {disabledReason !== null && (
        <p role="status" className="rounded-small bg-bad-wash px-3 py-2 text-small text-bad [overflow-wrap:anywhere]">
          Disabled: {disabledReason}
        </p>
      )}
      <div>
        <Button icon={<Send size={14} />} aria-label={`Deliveries to ${url}`} onClick={onShow}>
          Deliveries and test
        </Button>
      </div>
    </li>
  );
}
