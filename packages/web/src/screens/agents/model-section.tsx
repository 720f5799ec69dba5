import type { AgentDefinition, Provider } from '@retinue/protocol';
import { useId } from 'react';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { byteLength } from '../../store/forms/codecs.ts';
import { useAgents, useProviders } from '../../store/use-store.ts';
import { FieldGrid, SelectField, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const { model: copy, instructions, sampling } = agentFormCopy;

export function ModelSection({ form: { draft, change, field } }: AgentFormProps) {
  const providers = useProviders() ?? [];
  const agents = useAgents();
  const listId = useId();
  const provider = draft['model.provider'];
  const modelsOf = (id: string) => providers.find(({ providerId }) => providerId === id)?.models ?? [];
  const choose = (id: string) => {
    const offered = id === 'demo' ? ['demo'] : modelsOf(id);
    const modelId = offered.includes(draft['model.id']) ? draft['model.id'] : (offered[0] ?? '');
    change({ 'model.provider': id, 'model.id': modelId });
  };
  const lead = (
    <>
      {copy.lead} <SettingsLink section="providers">{copy.settings}</SettingsLink>.
    </>
  );
  return (
    <Section title={copy.title} help={lead}>
      <FieldGrid>
        <SelectField
          {...field('model.provider')}
          onChange={choose}
          choices={providerChoices(provider, providers, agents)}
        />
        <TextField
          {...field('model.id')}
          isMono
          list={listId}
          spellCheck={false}
          disabled={provider === 'demo'}
          help={provider === 'demo' ? copy.demo : copy.any}
        />
      </FieldGrid>
      <datalist id={listId}>
        {modelsOf(provider).map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </Section>
  );
}

/** The demo model, the providers of the workspace, and other providers that agents name. */
function providerChoices(chosen: string, providers: readonly Provider[], agents: readonly AgentDefinition[]) {
  const own = providers.map(({ providerId, name }) => ({ value: String(providerId), label: name }));
  const known = new Set(['demo', ...own.map(({ value }) => value)]);
  const named = [...new Set([chosen, ...agents.map(({ model }) => model.provider)])].filter((name) => !known.has(name));
  const others = named.map((value) => ({
    value,
    label: value.startsWith('prv_') ? copy.deletedChoice(value) : copy.serverChoice(value),
  }));
  return [{ value: 'demo', label: copy.demoChoice }, ...own, ...others];
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
      <FieldGrid>
        {numbers.map((path) => (
          <TextField
            key={path}
            {...field(path)}
            help={sampling.help[path]}
            inputMode="decimal"
            placeholder={path === 'maxSteps' ? sampling.workspaceLimit : sampling.providerDefault}
          />
        ))}
      </FieldGrid>
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
