import { type TriggerName, triggerNames, type WebhookInput, webhookInputSchema } from '@retinue/protocol';
import { text, unchanged } from '../../../store/forms/codecs.ts';
import type { DraftOf, FormShape } from '../../../store/forms/form-shape.ts';
import { webhooksCopy as copy } from './copy.ts';

const fields = { url: text, triggers: unchanged<readonly TriggerName[]>(triggerNames), secret: text };

export type WebhookDraft = DraftOf<typeof fields>;

export const webhookShape: FormShape<WebhookDraft, WebhookInput> = {
  fields,
  labels: copy.labels,
  schema: webhookInputSchema,
};

export function newWebhookDraft(): WebhookDraft {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { url: '', triggers: triggerNames, secret: `whsec_${btoa(String.fromCharCode(...bytes))}` };
}
