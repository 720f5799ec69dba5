import { type Delivery, type DisabledReason, disabledReasonText } from '@retinue/protocol';
import { formatCount } from '../../../store/usage/figures.ts';

const statuses: Record<Delivery['status'], string> = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' };

export const webhooksCopy = {
  title: 'Webhooks',
  subject: 'webhooks',
  noun: 'webhook',
  lead: 'Webhooks send signed events to your URL, in order, with retries.',
  ownersOnly: { title: 'Only owners can see webhooks', text: 'Ask an owner of this workspace.' },
  empty: 'No webhooks yet. Add one to send events to another service.',
  create: 'New webhook',
  enabled: (url: string) => `Send to ${url}`,
  disabled: (reason: DisabledReason) => `Disabled: ${disabledReasonText(reason)}`,
  deliveriesOf: (url: string) => `Deliveries to ${url}`,
  open: 'Show deliveries',
  view: {
    back: 'Back',
    disabled: 'Disabled',
    deliveries: 'Deliveries',
    subject: 'deliveries',
    refresh: 'Refresh',
    empty: 'No deliveries yet. New events appear here.',
    delivery: ({ status, tries }: Delivery, ago: string) =>
      `${statuses[status]} · ${formatCount(tries, 'attempt')} · ${ago}`,
    response: (status: number) => ` · response ${status}`,
    resend: (deliveryId: string) => `Resend ${deliveryId}`,
  },
  test: { action: 'Send test', busy: 'Sending…', ok: (ms: number) => `Delivered in ${ms} ms.` },
  removal: {
    title: 'Delete this webhook?',
    message: "This also deletes its list of deliveries and can't be undone.",
    action: 'Delete webhook',
  },
  removed: 'Webhook deleted',
  form: 'Webhook',
  formLead: 'Sends events that happen after you save.',
  save: 'Add webhook',
  copySecret: 'Copy secret',
  saved: 'Webhook saved. Send a test to check the connection.',
  labels: { url: 'URL', triggers: 'Events', secret: 'Secret' },
  help: {
    url: 'List servers on your own network in RETINUE_ALLOWED_HOSTS.',
    urlExample: 'https://example.com/hook',
    secret: 'Signs every delivery. Copy it now: it is never shown again.',
  },
};
