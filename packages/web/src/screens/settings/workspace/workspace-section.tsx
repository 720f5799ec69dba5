import type { Workspace } from '@retinue/protocol';
import { BudgetFields } from '../../../components/forms/budget-fields.tsx';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { useForm } from '../../../store/forms/use-form.ts';
import { valueOrNull } from '../../../store/outcome.ts';
import { useLibrary, useWorkspace } from '../../../store/use-library.ts';
import { useAgents } from '../../../store/use-store.ts';
import { SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { ApprovalRulesSection, DeniedTools } from './approval-rules.tsx';
import { workspaceCopy as copy } from './copy.ts';
import { LimitsSection } from './limits-section.tsx';
import { workspaceShape } from './workspace-form.ts';

export function WorkspaceSection() {
  const form = useWorkspaceForm();
  const agents = useAgents();
  const { draft, field } = form;
  const defaultAgent = field('defaultAgentId');
  return (
    <FormFrame right="own" form={form} label={copy.form}>
      <Section title={copy.title}>
        <TextField {...field('name')} />
        <SelectField
          {...defaultAgent}
          help={copy.defaultAgent}
          onChange={(chosen) => {
            const agent = agents.find(({ agentId }) => agentId === chosen);
            if (agent) defaultAgent.onChange(agent.agentId);
          }}
          choices={agents.map(({ agentId, name }) => ({ value: String(agentId), label: name }))}
        />
      </Section>
      <Section title={copy.delegation.title} help={copy.delegation.lead}>
        <SelectField {...field('maxDepth')} help={copy.delegation.help(Number(draft.maxDepth))} choices={depths} />
        <p className="text-tiny text-faint text-pretty">{copy.delegation.note}</p>
      </Section>
      <ApprovalRulesSection form={form} />
      <DeniedTools form={form} />
      <LimitsSection form={form} />
      <Section title={copy.budget.title} help={copy.budget.lead}>
        <BudgetFields fieldOf={(kind) => field(`limits.budget.${kind}`)} />
      </Section>
    </FormFrame>
  );
}

const depths = Array.from({ length: 11 }, (_, depth) => ({
  value: String(depth),
  label: copy.delegation.choice(depth),
}));

function useWorkspaceForm() {
  const workspace = useWorkspace();
  const library = useLibrary();
  return useForm({
    shape: workspaceShape,
    record: workspace,
    save: (changes, request) => library.changeWorkspace(changes, request),
    readLatest: async () => valueOrNull(await library.readWorkspace()),
    onSaved: (_saved: Workspace) => {},
  });
}
