import { type TriggerName, triggerNames, triggerWords, type Webhook } from '@retinue/protocol';
import { useState } from 'react';
import { type Form, useForm } from '../../store/use-form.ts';
import { useStore } from '../../store/use-store.ts';
import { useWebhookWishes } from '../../store/use-webhooks.ts';
import { checkWebhook, newWebhookDraft, type WebhookDraft, webhookProblems } from '../../store/webhook-draft.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { TextField } from '../../ui/forms/inputs.tsx';
import { Check, Rows } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { FormFrame } from '../form-frame.tsx';

export function WebhookEditor({ onDone }: { onDone: () => void }) {
  const wishes = useWebhookWishes();
  const store = useStore();
  const [initial] = useState(newWebhookDraft);
  const form = useForm<WebhookDraft, WebhookDraft, Webhook>({
    initial,
    check: checkWebhook,
    save: (draft, { idempotencyKey }) => wishes.create(draft, idempotencyKey),
    place: webhookProblems,
    onSaved: () => {
      store.toasts.add('The webhook is saved. Test it to see that it answers.');
      onDone();
    },
  });
  const { draft, change, problems } = form;
  const choose = (name: TriggerName, isOn: boolean) =>
    change({ triggers: triggerNames.filter((one) => (one === name ? isOn : draft.triggers.includes(one))) });
  return (
    <FormFrame
      form={form}
      label="Webhook"
      right="own"
      save="Add the webhook"
      isNew
      actions={
        <Button variant="quiet" onClick={onDone}>
          Back
        </Button>
      }
    >
      <Section title="New webhook" help="It is told of what happens from the moment that it is saved.">
        <Where form={form} />
        <FieldGroup label="Triggers" problem={problems.triggers}>
          <Rows>
            {triggerNames.map((name) => (
              <Check
                key={name}
                label={<span className="font-mono">{name}</span>}
                help={triggerWords[name]}
                isOn={draft.triggers.includes(name)}
                onChange={(isOn) => choose(name, isOn)}
              />
            ))}
          </Rows>
        </FieldGroup>
      </Section>
    </FormFrame>
  );
}

function Where({ form: { draft, change, problems } }: { form: Form<WebhookDraft> }) {
  return (
    <>
      <TextField
        label="Address"
        isMono
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://example.com/hook"
        value={draft.url}
        problem={problems.url}
        help="A server on the open internet. One of your own network must be named in RETINUE_ALLOWED_HOSTS."
        onChange={(url) => change({ url })}
      />
      <TextField
        label="Secret"
        isMono
        spellCheck={false}
        value={draft.secret}
        problem={problems.secret}
        help="Copy it now: it is kept sealed and never shown again. Every delivery is signed with it."
        onChange={(secret) => change({ secret })}
      />
    </>
  );
}
