import type { Workspace } from '@retinue/protocol';
import { useForm } from '../../store/use-form.ts';
import { useLibrary, useWorkspace } from '../../store/use-library.ts';
import { useAgents } from '../../store/use-store.ts';
import {
  checkWorkspace,
  draftOfWorkspace,
  workspaceFieldLabel,
  workspaceProblems,
} from '../../store/workspace-draft.ts';
import { SelectField, TextField } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { FormFrame } from '../form-frame.tsx';
import { Limits, TurnBudget } from './workspace-limits.tsx';
import { Approvals, DeniedTools } from './workspace-rules.tsx';

export function WorkspaceSection() {
  const form = useWorkspaceForm();
  const agents = useAgents();
  const { draft, change, problems } = form;
  const choices = agents.map(({ agentId, name }) => ({ value: String(agentId), label: name }));
  return (
    <FormFrame right="own" form={form} label="Workspace" labelOf={workspaceFieldLabel}>
      <Section title="Workspace">
        <TextField label="Name" value={draft.name} problem={problems.name} onChange={(name) => change({ name })} />
        <SelectField
          label="New chats begin with"
          value={draft.defaultAgentId}
          problem={problems.defaultAgentId}
          help="The agent that you talk to unless you choose another one. It decides whom it sends."
          onChange={(chosen) => {
            const agent = agents.find(({ agentId }) => agentId === chosen);
            if (agent) change({ defaultAgentId: agent.agentId });
          }}
          choices={choices}
        />
      </Section>
      <Section title="Delegation" help="How far agents may send one another on.">
        <SelectField
          label="Depth of delegation"
          value={draft.maxDepth}
          problem={problems.maxDepth}
          help={depthWords(Number(draft.maxDepth))}
          onChange={(maxDepth) => change({ maxDepth })}
          choices={depths}
        />
        <p className="text-tiny text-faint text-pretty">
          Chats that are open already keep the depth that they began with. Every level can multiply what a question
          costs.
        </p>
      </Section>
      <Approvals form={form} />
      <DeniedTools form={form} />
      <Limits form={form} />
      <TurnBudget form={form} />
    </FormFrame>
  );
}

const depths = Array.from({ length: 11 }, (_, depth) => ({
  value: String(depth),
  label: depth === 0 ? '0: nobody is sent' : depth === 1 ? '1 level' : `${depth} levels`,
}));

function depthWords(depth: number): string {
  if (depth === 0) return 'The agent that you talk to works alone.';
  if (depth === 1) return 'The agent that you talk to may send others; those work alone.';
  if (depth === 2) return 'The agent that you talk to may send others, and those may send others once more.';
  return `Agents may send one another on, up to ${depth} levels below the one that you talk to.`;
}

function useWorkspaceForm() {
  const workspace = useWorkspace();
  const library = useLibrary();
  return useForm({
    initial: draftOfWorkspace(workspace),
    check: checkWorkspace,
    version: workspace.version,
    versionOf: ({ version }: Workspace) => version,
    save: (changes, request) => library.changeWorkspace(changes, request),
    latest: async () => {
      const read = await library.readWorkspace();
      if (!('value' in read)) return null;
      return { draft: draftOfWorkspace(read.value), version: read.value.version, saved: read.value };
    },
    place: workspaceProblems,
    onSaved: (_saved: Workspace) => {},
  });
}
