import { type Delivery, deliveryProblemText, type Webhook } from '@retinue/protocol';
import { ChevronLeft, CircleAlert, CircleCheck, Clock, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../../components/forms/loaded.tsx';
import { serverNow } from '../../../store/stream/server-time.ts';
import { formatAgo } from '../../../store/usage/figures.ts';
import { useDeliveries, useReport, useSend } from '../../../store/use-library.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Confirmed } from '../../../ui/overlays/confirm.tsx';
import { Tag } from '../../../ui/status.tsx';
import { EmptyList, TestButton, useRequest } from '../entries.tsx';
import { webhooksCopy } from './copy.ts';

const { view: copy, removal, removed, test } = webhooksCopy;

/** One webhook with its deliveries. */
export function WebhookView({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const deliveries = useDeliveries(webhook.webhookId);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button
          variant="quiet"
          icon={<ChevronLeft size={15} className="rtl:-scale-x-100" />}
          className="-ms-2"
          onClick={onDone}
        >
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
      <Loaded fetched={deliveries} subject={copy.subject}>
        {(all) =>
          all.length === 0 ? (
            <EmptyList>{copy.empty}</EmptyList>
          ) : (
            <ul className="flex flex-col gap-1.5">
              {all.map((delivery) => (
                <DeliveryRow key={delivery.deliveryId} {...{ webhook, delivery }} onSent={deliveries.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function Head({ webhook, onGone }: { webhook: Webhook; onGone: () => void }) {
  const params = { webhookId: webhook.webhookId };
  const send = useSend();
  const report = useReport();
  const remove = async () => {
    report(await send('deleteWebhook', { params }), () => removed);
    onGone();
  };
  return (
    <header className="flex flex-col gap-3">
      <h2 dir="ltr" className="font-mono font-semibold [overflow-wrap:anywhere]">
        {webhook.url}
      </h2>
      <TriggerTags webhook={webhook} />
      <TestButton text={test} test={() => send('testWebhook', { params })}>
        <Confirmed {...removal} onConfirm={remove}>
          {(ask) => (
            <Button variant="danger" icon={<Trash2 size={14} />} onClick={ask}>
              {removal.action}
            </Button>
          )}
        </Confirmed>
      </TestButton>
    </header>
  );
}

export function TriggerTags({ webhook: { triggers, isEnabled } }: { webhook: Webhook }) {
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      {!isEnabled && <Tag tone="accent">{copy.disabled}</Tag>}
      {triggers.map((name) => (
        <Tag key={name}>
          <span className="font-mono">{name}</span>
        </Tag>
      ))}
    </p>
  );
}

function DeliveryRow({ webhook, delivery, onSent }: { webhook: Webhook; delivery: Delivery; onSent: () => void }) {
  const send = useSend();
  const report = useReport();
  const { deliveryId, trigger, status, at, responseStatus, lastError } = delivery;
  const { isBusy, run } = useRequest(() => send('redeliver', { params: { webhookId: webhook.webhookId, deliveryId } }));
  const resend = async () => {
    report(await run());
    onSent();
  };
  return (
    <li className="flex items-start gap-2.5 rounded-plain border border-line bg-raised py-2 ps-3 pe-2 text-small">
      <span className="mt-0.5">{marks[status]}</span>
      <div className="min-w-0 flex-1">
        <p className="font-mono">{trigger}</p>
        <p className="text-tiny text-faint tabular-nums" title={new Date(at).toLocaleString()}>
          {copy.delivery(delivery, formatAgo(at, serverNow()))}
          {responseStatus !== null && lastError === null && copy.response(responseStatus)}
        </p>
        {lastError !== null && (
          <p className="text-tiny text-bad [overflow-wrap:anywhere]">{deliveryProblemText(lastError)}</p>
        )}
      </div>
      <IconButton label={copy.resend(deliveryId)} disabled={isBusy} onClick={() => void resend()}>
        <RefreshCw size={15} />
      </IconButton>
    </li>
  );
}

const marks: Record<Delivery['status'], ReactNode> = {
  pending: <Clock size={15} className="text-ask" />,
  delivered: <CircleCheck size={15} className="text-good" />,
  failed: <CircleAlert size={15} className="text-bad" />,
};
