import { type AgentId, agentIdSchema, type ListedAgent } from '@retinue/protocol';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Fetching } from '../../components/forms/fetching.tsx';
import { FormFrame } from '../../components/forms/form-frame.tsx';
import { useForm } from '../../store/forms/use-form.ts';
import { valueOrNull } from '../../store/outcome.ts';
import { useLibrary, useLoadedAgents, useWorkspace } from '../../store/use-library.ts';
import { useAgents, useStore } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { PageFrame } from '../../ui/layout/page.tsx';
import { Note } from '../../ui/status/note.tsx';
import { agentShape, newAgentDraft } from './agent-form.ts';
import { AgentMenu } from './agent-menu.tsx';
import { agentsCopy, agentFormCopy as copy } from './copy.ts';
import { InstructionsSection, ModelSection, SamplingSection } from './model-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SubAgentsSection } from './sub-agents-section.tsx';
import { SkillsChoice, ToolsSection } from './tools-section.tsx';

/** The form of one agent; without an id, of a new one. */
export function AgentScreen() {
  const { agentId } = useParams({ strict: false });
  const agents = useAgents();
  const loaded = useLoadedAgents();
  const [round, setRound] = useState(0);
  if (loaded.state !== 'ready') return <Fetching fetched={loaded} subject={copy.subject} again={loaded.again} />;
  if (agentId === undefined) return <AgentEditor key="new" agent={null} onReset={() => {}} />;
  const parsed = agentIdSchema.safeParse(agentId);
  const agent = agents.find((known) => parsed.success && known.agentId === parsed.data);
  if (agent) return <AgentEditor key={`${agentId} ${round}`} agent={agent} onReset={() => setRound(round + 1)} />;
  return (
    <Note title={copy.missing.title}>
      <p>
        {copy.missing.text}{' '}
        <Link to="/agents" className="text-accent underline underline-offset-2">
          {copy.missing.link}
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
          mark={<AgentMark badge={{ color: form.draft['badge.color'], icon: form.draft['badge.icon'] }} size={44} />}
          title={form.draft.name.trim() || (agent ? agent.name : copy.newAgent)}
          menu={agent && <AgentMenu agent={agent} onCopied={show} onRemoved={afterRemoval} />}
        />
        <FormFrame right="write" form={form} label={copy.form} {...(agent ? {} : { save: copy.create, isNew: true })}>
          <ProfileSection form={form} />
          <ModelSection form={form} />
          <InstructionsSection form={form} />
          <ToolsSection form={form} />
          <SubAgentsSection form={form} own={agent?.agentId ?? null} />
          <SkillsChoice form={form} />
          <SamplingSection form={form} />
          <RulesSection form={form} />
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
        <ChevronLeft size={15} aria-hidden="true" /> {agentsCopy.title}
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
  return useForm({
    shape: agentShape,
    record: agent,
    ...(agent ? {} : { initial: newAgentDraft(model) }),
    save: (input, request) =>
      agent ? library.changeAgent(agent.agentId, input, request) : library.createAgent(input, request),
    readLatest: async () => (agent ? valueOrNull(await library.readAgent(agent.agentId)) : null),
    onSaved: ({ agentId }: ListedAgent) => {
      if (agent) return;
      store.toasts.add(copy.created);
      void navigate({ to: '/agents/$agentId', params: { agentId }, replace: true });
    },
  });
}
