import { type AgentId, agentIdSchema, type ListedAgent } from '@retinue/protocol';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Control } from '../parts/agent-form/control.tsx';
import { DraftMark, Identity } from '../parts/agent-form/identity.tsx';
import { SkillChoice, SubAgents, Tools } from '../parts/agent-form/powers.tsx';
import { ModelChoice, Prompt, Sampling } from '../parts/agent-form/thinking.tsx';
import { AgentMenu } from '../parts/agent-menu.tsx';
import { Fetching } from '../parts/fetching.tsx';
import { FormFrame } from '../parts/form-frame.tsx';
import { agentFieldLabel, agentProblems, checkAgentDraft, draftOfAgent, newAgentDraft } from '../store/agent-draft.ts';
import { useForm } from '../store/use-form.ts';
import { useLibrary, useLoadedAgents, useWorkspace } from '../store/use-library.ts';
import { useAgents, useStore } from '../store/use-store.ts';
import { PageFrame } from '../ui/layout/page.tsx';
import { Note } from '../ui/status/note.tsx';

/** One agent with everything that can be said of it; without an id, a new one. */
export function AgentScreen() {
  const { agentId } = useParams({ strict: false });
  const agents = useAgents();
  const loaded = useLoadedAgents();
  const [round, setRound] = useState(0);
  if (loaded.state !== 'ready') return <Fetching fetched={loaded} what="the agent" again={loaded.again} />;
  if (agentId === undefined) return <AgentEditor key="new" agent={null} onReset={() => {}} />;
  const parsed = agentIdSchema.safeParse(agentId);
  const agent = agents.find((known) => parsed.success && known.agentId === parsed.data);
  if (agent) return <AgentEditor key={`${agentId} ${round}`} agent={agent} onReset={() => setRound(round + 1)} />;
  return (
    <Note title="This agent is not here">
      <p>
        It may have been deleted, or the link is incomplete.{' '}
        <Link to="/agents" className="text-accent underline underline-offset-2">
          See all agents
        </Link>
      </p>
    </Note>
  );
}

function AgentEditor({ agent, onReset }: { agent: ListedAgent | null; onReset: () => void }) {
  const form = useAgentForm(agent);
  const navigate = useNavigate();
  const show = (agentId: AgentId) => void navigate({ to: '/agents/$agentId', params: { agentId } });
  const afterRemoval = () => {
    if (agent?.isBuiltIn) onReset();
    else void navigate({ to: '/agents', ignoreBlocker: true });
  };
  return (
    <PageFrame>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 pt-14 sm:px-6">
        <Head
          mark={<DraftMark draft={form.draft} size={44} />}
          title={form.draft.name.trim() || (agent ? agent.name : 'New agent')}
          menu={agent && <AgentMenu agent={agent} onCopied={show} onRemoved={afterRemoval} />}
        />
        <FormFrame
          right="write"
          form={form}
          label="Agent"
          save={agent ? 'Save' : 'Create the agent'}
          isNew={agent === null}
          labelOf={agentFieldLabel}
        >
          <Identity form={form} />
          <ModelChoice form={form} />
          <Prompt form={form} />
          <Tools form={form} />
          <SubAgents form={form} own={agent?.agentId ?? null} />
          <SkillChoice form={form} />
          <Sampling form={form} />
          <Control form={form} />
        </FormFrame>
      </div>
    </PageFrame>
  );
}

function Head({ mark, title, menu }: { mark: ReactNode; title: string; menu: ReactNode }) {
  return (
    <header className="flex flex-col gap-3">
      <Link
        to="/agents"
        className="-ms-1 inline-flex w-fit items-center gap-0.5 rounded-small pe-2 text-small text-soft hover:text-ink"
      >
        <ChevronLeft size={15} aria-hidden="true" /> Agents
      </Link>
      <div className="flex items-center gap-3">
        {mark}
        <h1 dir="auto" className="min-w-0 flex-1 truncate text-title font-semibold tracking-tight">
          {title}
        </h1>
        {menu}
      </div>
    </header>
  );
}

function useAgentForm(agent: ListedAgent | null) {
  const library = useLibrary();
  const navigate = useNavigate();
  const store = useStore();
  const { defaultAgentId } = useWorkspace();
  const model = useAgents().find(({ agentId }) => agentId === defaultAgentId)?.model;
  const fresh = model ? { ...newAgentDraft, provider: model.provider, modelId: model.id } : newAgentDraft;
  return useForm({
    initial: agent ? draftOfAgent(agent) : fresh,
    check: checkAgentDraft,
    version: agent?.version,
    versionOf: ({ version }: ListedAgent) => version,
    save: (input, request) =>
      agent ? library.changeAgent(agent.agentId, input, request) : library.createAgent(input, request),
    latest: async () => {
      const read = agent ? await library.readAgent(agent.agentId) : null;
      if (!read || !('value' in read)) return null;
      return { draft: draftOfAgent(read.value), version: read.value.version, saved: read.value };
    },
    place: agentProblems,
    onSaved: ({ agentId, name }: ListedAgent) => {
      if (agent) return;
      store.toasts.add(`${name} is there now.`);
      void navigate({ to: '/agents/$agentId', params: { agentId }, replace: true });
    },
  });
}
