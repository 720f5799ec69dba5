import { ModelFields, NumberFields, useProviderChoices } from '../../components/forms/setting-fields.tsx';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { byteLength } from '../../store/forms/codecs.ts';
import { useProviders } from '../../store/use-store.ts';
import { agentIcons, agentStyle } from '../../ui/agents/agent-badge.tsx';
import { FieldGroup, TextArea, TextField } from '../../ui/forms/fields.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const { profile: copy, model, instructions, sampling } = agentFormCopy;

export function ProfileSection({ form }: AgentFormProps) {
  const { draft, field } = form;
  return (
    <Section title={copy.title}>
      <TextField {...field('name')} maxLength={120} />
      <TextArea {...field('description')} aside={copy.length(draft.description.length)} help={copy.description} />
      <ColorChoice form={form} />
      <IconChoice form={form} />
      <TextField {...field('placeholder')} />
    </Section>
  );
}

function ColorChoice({ form: { field } }: AgentFormProps) {
  const { label, problem, value, onChange } = field('badge.color');
  return (
    <FieldGroup label={label} problem={problem}>
      <div className="flex flex-wrap items-center gap-1.5">
        {Object.entries(copy.colors).map(([color, name]) => (
          <label
            key={color}
            title={name}
            className="agent-colors relative flex size-8 cursor-pointer items-center justify-center rounded-full has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="color"
              aria-label={name}
              checked={value.toUpperCase() === color}
              onChange={() => onChange(color)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="size-6 rounded-full" style={{ background: color }} />
          </label>
        ))}
        <label className="ms-2 flex items-center gap-2 text-small text-soft">
          {copy.otherColor}
          <input
            type="color"
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#5B6472'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            className="h-8 w-10 cursor-pointer rounded-small border border-faint/75 bg-raised p-0.5"
          />
        </label>
      </div>
    </FieldGroup>
  );
}

function IconChoice({ form: { draft, field } }: AgentFormProps) {
  const { label, problem, value, onChange } = field('badge.icon');
  return (
    <FieldGroup label={label} problem={problem}>
      <div className="flex flex-wrap gap-0.5">
        {[...agentIcons].map(([icon, Icon]) => (
          <label
            key={icon}
            title={icon}
            style={agentStyle({ color: draft['badge.color'], icon })}
            className="agent-colors relative flex size-9 cursor-pointer items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink has-checked:bg-(--agent-wash) has-checked:text-(--agent-ink) has-checked:ring-2 has-checked:ring-(--agent-ink) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="icon"
              aria-label={icon.replaceAll('-', ' ')}
              checked={value === icon}
              onChange={() => onChange(icon)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon size={18} aria-hidden="true" />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export function ModelSection({ form: { draft, change, field } }: AgentFormProps) {
  const providers = useProviders() ?? [];
  const isDemo = draft['model.provider'] === 'demo';
  const choices = useProviderChoices(draft['model.provider'], (id) =>
    id.startsWith('prv_') ? model.deletedChoice(id) : model.serverChoice(id),
  );
  const choose = (id: string) => {
    const models = providers.find(({ providerId }) => providerId === id)?.models ?? [];
    const offered = id === 'demo' ? ['demo'] : models;
    const modelId = offered.includes(draft['model.id']) ? draft['model.id'] : (offered[0] ?? '');
    change({ 'model.provider': id, 'model.id': modelId });
  };
  return (
    <Section title={model.title} help={<SettingsLink text={model.lead} section="providers" />}>
      <ModelFields
        provider={{
          ...field('model.provider'),
          onChange: choose,
          choices: [{ value: 'demo', label: model.demoChoice }, ...choices],
        }}
        modelId={{ ...field('model.id'), disabled: isDemo, help: isDemo ? model.demo : model.any }}
      />
    </Section>
  );
}

export function InstructionsSection({ form: { draft, field } }: AgentFormProps) {
  return (
    <Section title={instructions.title}>
      <TextArea
        {...field('systemPrompt')}
        isMono
        rows={16}
        spellCheck={false}
        aside={instructions.length(byteLength(draft.systemPrompt))}
        help={instructions.help}
      />
    </Section>
  );
}

export function SamplingSection({ form: { field } }: AgentFormProps) {
  return (
    <Section title={sampling.title} help={sampling.lead}>
      <NumberFields
        names={numbers}
        fieldOf={field}
        help={sampling.help}
        placeholder={(name) => (name === 'maxSteps' ? sampling.workspaceLimit : sampling.providerDefault)}
      />
    </Section>
  );
}

const numbers = [
  'maxSteps',
  'sampling.temperature',
  'sampling.topP',
  'sampling.topK',
  'sampling.seed',
  'sampling.presencePenalty',
  'sampling.frequencyPenalty',
] as const;
