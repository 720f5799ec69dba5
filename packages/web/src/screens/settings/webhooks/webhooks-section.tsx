import {
  type TriggerName,
  triggerDescriptions,
  triggerNames,
  type Webhook,
  type WebhookInput,
  webhookInputSchema,
} from '@retinue/protocol';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { text, unchanged } from '../../../store/forms/codecs.ts';
import type { DraftOf, FormShape } from '../../../store/forms/form-shape.ts';
import { useForm } from '../../../store/forms/use-form.ts';
import { useReport, useSend, useWebhooks } from '../../../store/use-library.ts';
import { useMay, useStore } from '../../../store/use-store.ts';
import { Button, CopyButton } from '../../../ui/buttons/button.tsx';
import { FieldGroup, TextField } from '../../../ui/forms/fields.tsx';
import { BareSwitch, Check, OptionRows } from '../../../ui/forms/rows.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Note } from '../../../ui/status.tsx';
import { type EntryEditorProps, type EntryRowProps, EntrySection } from '../entries.tsx';
import { webhooksCopy as copy } from './copy.ts';
import { TriggerTags, WebhookView } from './webhook-view.tsx';

export function WebhooksSection({ edit }: { edit: string | undefined }) {
  if (!useMay('own')) return <Note title={copy.ownersOnly.title}>{copy.ownersOnly.text}</Note>;
  return <Webhooks edit={edit} />;
}

function Webhooks({ edit }: { edit: string | undefined }) {
  return (
    <EntrySection
      section="webhooks"
      right="own"
      text={copy}
      fetched={useWebhooks()}
      edit={edit}
      idOf={({ webhookId }) => webhookId}
      row={WebhookRow}
      editor={OpenWebhook}
    />
  );
}

function OpenWebhook({ entry, onDone }: EntryEditorProps<Webhook>) {
  return entry ? <WebhookView webhook={entry} onDone={onDone} /> : <WebhookEditor onDone={onDone} />;
}

function WebhookRow({ entry: webhook, onOpen, onChanged }: EntryRowProps<Webhook>) {
  const send = useSend();
  const report = useReport();
  const { webhookId, version, url, isEnabled, disabledReason } = webhook;
  const turn = async (isOn: boolean) => {
    const input = { params: { webhookId }, body: { isEnabled: isOn } };
    report(await send('changeWebhook', input, { ifVersion: version }));
    onChanged();
  };
  return (
    <li className="flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 font-mono text-small font-semibold [overflow-wrap:anywhere]" dir="ltr">
          {url}
        </h3>
        <BareSwitch aria-label={copy.enabled(url)} isOn={isEnabled} onChange={(isOn) => void turn(isOn)} />
      </div>
      <TriggerTags webhook={webhook} />
      {disabledReason !== null && (
        <p role="status" className="rounded-small bg-bad-wash px-3 py-2 text-small text-bad [overflow-wrap:anywhere]">
          {copy.disabled(disabledReason)}
        </p>
      )}
      <div>
        <Button icon={<Send size={14} />} aria-label={copy.deliveriesOf(url)} onClick={onOpen}>
          {copy.open}
        </Button>
      </div>
    </li>
  );
}

const fields = { url: text, triggers: unchanged<readonly TriggerName[]>(triggerNames), secret: text };

const webhookShape: FormShape<DraftOf<typeof fields>, WebhookInput> = {
  fields,
  labels: copy.labels,
  schema: webhookInputSchema,
  fieldOfCode: { 'address-refused': 'url', 'no-webhook-secret': 'secret' },
};

function newWebhookDraft(): DraftOf<typeof fields> {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { url: '', triggers: triggerNames, secret: `whsec_${btoa(String.fromCharCode(...bytes))}` };
}

const options = triggerNames.map((value) => ({
  value,
  label: <span className="font-mono">{value}</span>,
  help: triggerDescriptions[value],
}));

function WebhookEditor({ onDone }: { onDone: () => void }) {
  const send = useSend();
  const { toasts } = useStore();
  const [initial] = useState(newWebhookDraft);
  const form = useForm({
    shape: webhookShape,
    record: null,
    initial,
    save: (body, { options }) => send('createWebhook', { params: {}, body }, options),
    onSaved: (_saved: Webhook) => {
      toasts.add(copy.saved);
      onDone();
    },
  });
  const { label, problem, value, onChange } = form.field('triggers');
  const secret = form.field('secret');
  const url = { isMono: true, type: 'url', inputMode: 'url', placeholder: copy.help.urlExample } as const;
  return (
    <FormFrame form={form} label={copy.form} right="own" create={copy.save} onBack={onDone}>
      <Section title={copy.create} help={copy.formLead}>
        <TextField {...form.field('url')} {...url} spellCheck={false} help={copy.help.url} />
        <TextField
          {...secret}
          isMono
          spellCheck={false}
          help={copy.help.secret}
          aside={<CopyButton text={secret.value} label={copy.copySecret} />}
        />
        <FieldGroup label={label} problem={problem}>
          <OptionRows
            as={Check}
            options={options}
            chosen={value}
            onChange={(chosen) => onChange(triggerNames.filter((name) => chosen.includes(name)))}
          />
        </FieldGroup>
      </Section>
    </FormFrame>
  );
}
