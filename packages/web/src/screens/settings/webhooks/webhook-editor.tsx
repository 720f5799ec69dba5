import { triggerDescriptions, triggerNames, type Webhook } from '@retinue/protocol';
import { useState } from 'react';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { useForm } from '../../../store/forms/use-form.ts';
import { useWebhookRequests } from '../../../store/settings/use-webhooks.ts';
import { useStore } from '../../../store/use-store.ts';
import { FieldGroup } from '../../../ui/forms/field.tsx';
import { TextField } from '../../../ui/forms/inputs.tsx';
import { Check, Rows } from '../../../ui/forms/toggles.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { webhooksCopy as copy } from './copy.ts';
import { newWebhookDraft, webhookShape } from './webhook-form.ts';

export function WebhookEditor({ onDone }: { onDone: () => void }) {
  const form = useNewWebhook(onDone);
  const { label, problem, value, onChange } = form.field('triggers');
  return (
    <FormFrame form={form} label={copy.form} right="own" save={copy.save} isNew onBack={onDone}>
      <Section title={copy.create} help={copy.formLead}>
        <TextField
          {...form.field('url')}
          isMono
          type="url"
          inputMode="url"
          spellCheck={false}
          placeholder={copy.help.urlExample}
          help={copy.help.url}
        />
        <TextField {...form.field('secret')} isMono spellCheck={false} help={copy.help.secret} />
        <FieldGroup label={label} problem={problem}>
          <Rows>
            {triggerNames.map((name) => (
              <Check
                key={name}
                label={<span className="font-mono">{name}</span>}
                help={triggerDescriptions[name]}
                isOn={value.includes(name)}
                onChange={(isOn) => onChange(triggerNames.filter((one) => (one === name ? isOn : value.includes(one))))}
              />
            ))}
          </Rows>
        </FieldGroup>
      </Section>
    </FormFrame>
  );
}

function useNewWebhook(onDone: () => void) {
  const requests = useWebhookRequests();
  const { toasts } = useStore();
  const [initial] = useState(newWebhookDraft);
  return useForm({
    shape: webhookShape,
    record: null,
    initial,
    save: (input, { idempotencyKey }) => requests.create(input, idempotencyKey),
    onSaved: (_saved: Webhook) => {
      toasts.add(copy.saved);
      onDone();
    },
  });
}
