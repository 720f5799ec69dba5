import { type TriggerName, triggerNames, webhookInputSchema } from '@retinue/protocol';
import { type Checked, type FieldNames, fieldOfRefusal, type Problems, problemsOf, type Refused } from './forms.ts';

export interface WebhookDraft {
  url: string;
  triggers: TriggerName[];
  secret: string;
}

const names: FieldNames<WebhookDraft> = [
  ['url', 'url', 'The address'],
  ['triggers', 'triggers', 'It'],
  ['secret', 'secret', 'The secret'],
];

export function newWebhookDraft(): WebhookDraft {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { url: '', triggers: [...triggerNames], secret: `whsec_${btoa(String.fromCharCode(...bytes))}` };
}

export function checkWebhook(draft: WebhookDraft): Checked<WebhookDraft, WebhookDraft> {
  const parsed = webhookInputSchema.safeParse(draft);
  return parsed.success ? { value: draft } : { problems: problemsOf(parsed.error.issues, names) };
}

export function webhookProblems(refusal: Refused): Problems<WebhookDraft> {
  const field = fieldOfRefusal(refusal, names);
  return field ? { [field]: refusal.words } : {};
}
