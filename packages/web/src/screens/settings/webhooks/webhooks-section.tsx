import type { Webhook } from '@retinue/protocol';
import { Plus, Send } from 'lucide-react';
import { Fetching } from '../../../components/forms/fetching.tsx';
import { useReport } from '../../../store/settings/use-report.ts';
import { useWebhookRequests, useWebhooks } from '../../../store/settings/use-webhooks.ts';
import { useRole } from '../../../store/use-library.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { BareSwitch } from '../../../ui/forms/toggles.tsx';
import { Note } from '../../../ui/status/note.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { EmptyList, NotFound, SectionHead, useShowEntry } from '../section-head.tsx';
import { webhooksCopy as copy } from './copy.ts';
import { WebhookEditor } from './webhook-editor.tsx';
import { WebhookView } from './webhook-view.tsx';

export function WebhooksSection({ edit }: { edit: string | undefined }) {
  if (useRole() !== 'owner') return <Note title={copy.ownersOnly.title}>{copy.ownersOnly.text}</Note>;
  return <Webhooks edit={edit} />;
}

function Webhooks({ edit }: { edit: string | undefined }) {
  const webhooks = useWebhooks();
  const show = useShowEntry('webhooks');
  const done = () => {
    webhooks.again();
    show();
  };
  if (webhooks.state !== 'ready') return <Fetching fetched={webhooks} subject={copy.subject} again={webhooks.again} />;
  if (edit === 'new') return <WebhookEditor onDone={done} />;
  const shown = webhooks.value.find(({ webhookId }) => webhookId === edit);
  if (shown) return <WebhookView key={shown.webhookId} webhook={shown} onDone={done} />;
  if (edit !== undefined) return <NotFound noun={copy.noun} onBack={() => show()} />;
  return (
    <div className="flex flex-col gap-4">
      <SectionHead title={copy.title} lead={copy.lead}>
        <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
          {copy.create}
        </Button>
      </SectionHead>
      {webhooks.value.length === 0 ? (
        <EmptyList text={copy.empty} />
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
  const requests = useWebhookRequests();
  const report = useReport();
  const { url, triggers, isEnabled, disabledReason } = webhook;
  const turn = async (isOn: boolean) => {
    report(await requests.change(webhook, { isEnabled: isOn }));
    onChanged();
  };
  return (
    <li className="flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 font-mono text-small font-semibold [overflow-wrap:anywhere]" dir="ltr">
          {url}
        </h3>
        <BareSwitch label={copy.enabled(url)} isOn={isEnabled} onChange={(isOn) => void turn(isOn)} />
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
          {copy.disabled(disabledReason)}
        </p>
      )}
      <div>
        <Button icon={<Send size={14} />} aria-label={copy.deliveriesOf(url)} onClick={onShow}>
          {copy.open}
        </Button>
      </div>
    </li>
  );
}
