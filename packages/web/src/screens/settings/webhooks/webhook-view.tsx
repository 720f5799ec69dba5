import type { Delivery, Webhook, WebhookTest } from '@retinue/protocol';
import { ChevronLeft, CircleAlert, CircleCheck, Clock, PlugZap, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Fetching } from '../../../components/forms/fetching.tsx';
import { useReport } from '../../../store/settings/use-report.ts';
import { useDeliveries, useWebhookRequests } from '../../../store/settings/use-webhooks.ts';
import { serverNow } from '../../../store/stream/server-time.ts';
import { formatAgo } from '../../../store/usage/figures.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { EmptyList } from '../section-head.tsx';
import { webhooksCopy } from './copy.ts';

const { view: copy, remove: removeCopy } = webhooksCopy;

/** One webhook with its deliveries. */
export function WebhookView({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const deliveries = useDeliveries(webhook.webhookId);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button variant="quiet" icon={<ChevronLeft size={15} />} className="-ms-2" onClick={onDone}>
          {copy.back}
        </Button>
      </div>
      <Head webhook={webhook} onGone={onDone} />
      <header className="flex items-center justify-between gap-3 border-t border-line pt-4">
        <h3 className="font-semibold">{copy.deliveries}</h3>
        <Button variant="quiet" icon={<RefreshCw size={14} />} onClick={deliveries.again}>
          {copy.refresh}
        </Button>
      </header>
      {deliveries.state !== 'ready' && (
        <Fetching fetched={deliveries} subject={copy.deliveriesSubject} again={deliveries.again} />
      )}
      {deliveries.state === 'ready' && deliveries.value.length === 0 && <EmptyList text={copy.empty} />}
      {deliveries.state === 'ready' && (
        <ul className="flex flex-col gap-1.5">
          {deliveries.value.map((delivery) => (
            <DeliveryRow key={delivery.deliveryId} webhook={webhook} delivery={delivery} onSent={deliveries.again} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Head({ webhook, onGone }: { webhook: Webhook; onGone: () => void }) {
  return (
    <header className="flex flex-col gap-3">
      <h2 dir="ltr" className="font-mono font-semibold [overflow-wrap:anywhere]">
        {webhook.url}
      </h2>
      <p className="flex flex-wrap gap-1.5">
        {!webhook.isEnabled && <Tag tone="accent">{copy.disabled}</Tag>}
        {webhook.triggers.map((name) => (
          <Tag key={name}>
            <span className="font-mono">{name}</span>
          </Tag>
        ))}
      </p>
      <div className="flex flex-wrap items-start gap-x-2 gap-y-2">
        <TestButton webhook={webhook} />
        <RemoveButton webhook={webhook} onGone={onGone} />
      </div>
    </header>
  );
}

function DeliveryRow({ webhook, delivery, onSent }: { webhook: Webhook; delivery: Delivery; onSent: () => void }) {
  const requests = useWebhookRequests();
  const report = useReport();
  const [isBusy, setBusy] = useState(false);
  const { deliveryId, trigger, status, tries, at, responseStatus, lastError } = delivery;
  const send = async () => {
    setBusy(true);
    const outcome = await requests.redeliver(webhook.webhookId, deliveryId);
    setBusy(false);
    report(outcome);
    onSent();
  };
  return (
    <li className="flex items-start gap-2.5 rounded-plain border border-line bg-raised py-2 ps-3 pe-2 text-small">
      <span className="mt-0.5">{marks[status]}</span>
      <div className="min-w-0 flex-1">
        <p className="font-mono">{trigger}</p>
        <p className="text-tiny text-faint tabular-nums">
          {copy.status[status]} · {copy.attempts(tries)} · {formatAgo(at, serverNow())}
          {responseStatus === null || lastError !== null ? '' : ` · ${copy.response(responseStatus)}`}
        </p>
        {lastError !== null && <p className="text-tiny text-bad [overflow-wrap:anywhere]">{lastError}</p>}
      </div>
      <IconButton label={copy.resend(deliveryId)} disabled={isBusy} onClick={() => void send()}>
        <RefreshCw size={15} />
      </IconButton>
    </li>
  );
}

function TestButton({ webhook }: { webhook: Webhook }) {
  const requests = useWebhookRequests();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Pick<WebhookTest, 'ok' | 'ms' | 'words'> | null>(null);
  const test = async () => {
    setBusy(true);
    setResult(null);
    const outcome = await requests.test(webhook.webhookId);
    setResult('value' in outcome ? outcome.value : { ok: false, ms: 0, words: outcome.refusal.words });
    setBusy(false);
  };
  return (
    <>
      <Button icon={<PlugZap size={14} />} disabled={isBusy} onClick={() => void test()}>
        {isBusy ? copy.testing : copy.test}
      </Button>
      <p
        role="status"
        className={`order-last min-w-0 basis-full text-small [overflow-wrap:anywhere] ${result?.ok ? 'text-good' : 'text-bad'}`}
      >
        {result && (result.ok ? copy.tested(result.ms) : result.words)}
      </p>
    </>
  );
}

function RemoveButton({ webhook, onGone }: { webhook: Webhook; onGone: () => void }) {
  const requests = useWebhookRequests();
  const report = useReport();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    report(await requests.remove(webhook.webhookId), () => removeCopy.done);
    onGone();
  };
  return (
    <>
      <Button variant="danger" icon={<Trash2 size={14} />} onClick={() => setAsking(true)}>
        {removeCopy.action}
      </Button>
      {isAsking && (
        <Confirm
          title={removeCopy.title}
          message={removeCopy.text}
          action={removeCopy.action}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const marks: Record<Delivery['status'], ReactNode> = {
  pending: <Clock size={15} className="text-ask" aria-hidden="true" />,
  delivered: <CircleCheck size={15} className="text-good" aria-hidden="true" />,
  failed: <CircleAlert size={15} className="text-bad" aria-hidden="true" />,
};
