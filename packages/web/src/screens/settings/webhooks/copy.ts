import type { Delivery } from '@retinue/protocol';

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

export const webhooksCopy = {
  title: 'Webhooks',
  subject: 'webhooks',
  noun: 'webhook',
  lead: 'Webhooks send signed events to your URL, in order, with retries.',
  ownersOnly: { title: 'Webhooks are for owners', text: 'Ask an owner of this workspace.' },
  empty: 'No webhooks yet. Start with one for tasks that wait for a person.',
  create: 'New webhook',
  enabled: (url: string) => `Send to ${url}`,
  disabled: (reason: string) => `Disabled: ${reason}`,
  deliveriesOf: (url: string) => `Deliveries to ${url}`,
  open: 'Show deliveries',
  view: {
    back: 'Back',
    disabled: 'Disabled',
    deliveries: 'Deliveries',
    deliveriesSubject: 'deliveries',
    refresh: 'Refresh',
    empty: 'No deliveries yet. New events appear here.',
    status: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } satisfies Record<
      Delivery['status'],
      string
    >,
    attempts: (tries: number) => count(tries, 'attempt'),
    response: (status: number) => `response ${status}`,
    resend: (deliveryId: string) => `Resend ${deliveryId}`,
    test: 'Send test',
    testing: 'Sending …',
    tested: (ms: number) => `Delivered in ${ms} ms.`,
  },
  remove: {
    title: 'Delete this webhook?',
    text: "This also deletes its list of deliveries and can't be undone.",
    action: 'Delete webhook',
    done: 'Webhook deleted',
  },
  form: 'Webhook',
  formLead: 'Sends events that happen after you save.',
  save: 'Add webhook',
  saved: 'Webhook saved. Send a test to check the connection.',
  labels: { url: 'URL', triggers: 'Events', secret: 'Secret' },
  help: {
    url: 'List servers on your own network in RETINUE_ALLOWED_HOSTS.',
    urlExample: 'https://example.com/hook',
    secret: 'Signs every delivery. Copy it now: it is never shown again.',
  },
};
