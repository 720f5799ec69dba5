import type { AgentDefinition, Provider } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { byteLength } from '../../store/forms.ts';
import { useAgents, useProviders } from '../../store/use-store.ts';
import { FieldGrid, SelectField, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './identity.tsx';

/** Which model answers for it. */
export function ModelChoice({ form: { draft, change, problems } }: AgentFormProps) {
  const providers = useProviders() ?? [];
  const agents = useAgents();
  const listId = useId();
  const models = providers.find(({ providerId }) => providerId === draft.provider)?.models ?? [];
  const choose = (provider: string) => {
    const offered =
      provider === 'demo' ? ['demo'] : (providers.find((one) => one.providerId === provider)?.models ?? []);
    change({ provider, modelId: offered.includes(draft.modelId) ? draft.modelId : (offered[0] ?? '') });
  };
  return (
    <Section
      title="Model"
      help={
        <>
          Providers and their keys are in{' '}
          <Link
            to="/settings/$section"
            params={{ section: 'providers' }}
            search={{}}
            className="text-accent underline underline-offset-2"
          >
            Settings
          </Link>
          .
        </>
      }
    >
      <FieldGrid>
        <SelectField
          label="Provider"
          value={draft.provider}
          problem={problems.provider}
          onChange={choose}
          choices={providerChoices(draft.provider, providers, agents)}
        />
        <TextField
          label="Model id"
          isMono
          list={listId}
          spellCheck={false}
          value={draft.modelId}
          problem={problems.modelId}
          disabled={draft.provider === 'demo'}
          onChange={(modelId) => change({ modelId })}
          help={
            draft.provider === 'demo'
              ? 'It follows rules over a small catalogue of sample data, and costs nothing.'
              : 'As the provider writes it. Any is taken, listed or not.'
          }
        />
      </FieldGrid>
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </Section>
  );
}

/** Those of the workspace, the demo model, and what agents name besides. */
function providerChoices(chosen: string, providers: readonly Provider[], agents: readonly AgentDefinition[]) {
  const own = providers.map(({ providerId, name }) => ({ value: String(providerId), label: name }));
  const known = new Set(['demo', ...own.map(({ value }) => value)]);
  const named = [...new Set([chosen, ...agents.map(({ model }) => model.provider)])].filter((name) => !known.has(name));
  const others = named.map((value) => ({
    value,
    label: value.startsWith('prv_') ? `${value} (deleted)` : `${value} (set up with this server)`,
  }));
  return [{ value: 'demo', label: 'Demo model (built in)' }, ...own, ...others];
}

export function Prompt({ form: { draft, change, problems } }: AgentFormProps) {
  const bytes = byteLength(draft.systemPrompt);
  return (
    <Section title="Instructions" help="Its system prompt: how it works, what it must and must not do.">
      <TextArea
        label="System prompt"
        isMono
        rows={16}
        spellCheck={false}
        value={draft.systemPrompt}
        problem={problems.systemPrompt}
        aside={`${bytes.toLocaleString()} of 65,536 bytes`}
        help="A chat takes a change up with its next turn."
        onChange={(systemPrompt) => change({ systemPrompt })}
      />
    </Section>
  );
}

export function Sampling({ form: { draft, change, problems } }: AgentFormProps) {
  return (
    <Section title="Fine tuning" help="Empty leaves it to the provider. Not every model takes every one of these.">
      <FieldGrid>
        {numbers.map(({ field, label, help }) => (
          <TextField
            key={field}
            label={label}
            help={help}
            inputMode="decimal"
            placeholder={field === 'maxSteps' ? "The workspace's limit" : "The provider's default"}
            value={draft[field]}
            problem={problems[field]}
            onChange={(typed) => change({ [field]: typed })}
          />
        ))}
      </FieldGrid>
    </Section>
  );
}

const numbers = [
  { field: 'maxSteps', label: 'Most steps', help: '1 to 1000. How often it may call its model for one task.' },
  { field: 'temperature', label: 'Temperature', help: '0 to 2. Low is steady, high is varied.' },
  { field: 'topP', label: 'Top-p', help: '0 to 1. Chooses among the likeliest words of this share.' },
  { field: 'topK', label: 'Top-k', help: '1 or more. Chooses among this many words.' },
  { field: 'seed', label: 'Seed', help: 'A whole number. The same one makes answers more alike.' },
  { field: 'presencePenalty', label: 'Presence penalty', help: '−2 to 2. High brings up new matters.' },
  { field: 'frequencyPenalty', label: 'Frequency penalty', help: '−2 to 2. High repeats itself less.' },
] as const;
