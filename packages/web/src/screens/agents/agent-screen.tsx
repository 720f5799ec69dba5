import type { AgentId, ListedAgent } from '@retinue/protocol';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { FormFrame } from '../../components/forms/form-frame.tsx';
import { Loaded } from '../../components/forms/loaded.tsx';
import { changedFields } from '../../store/forms/form-conflict.ts';
import { useForm } from '../../store/forms/use-form.ts';
import { valueOrNull } from '../../store/outcome.ts';
import { useLoadedAgents, useSend } from '../../store/use-library.ts';
import { useAgents, useStore, useWorkspace } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { PageFrame } from '../../ui/layout/page.tsx';
import { Note } from '../../ui/status.tsx';
import { RichText } from '../../ui/text/rich-text.tsx';
import { agentShape, newAgentDraft } from './agent-form.ts';
import { AgentMenu } from './agent-menu.tsx';
import { agentsCopy, agentFormCopy as copy } from './copy.ts';
import { InstructionsSection, ModelSection, ProfileSection, SamplingSection } from './profile-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SkillsChoice, SubAgentsSection, ToolsSection } from './tools-section.tsx';

/** The form of one agent; without an id, of a new one. */
export function AgentScreen() {
  const { agentId } = useParams({ strict: false });
  const agents = useAgents();
  const loaded = useLoadedAgents();
  const [round, setRound] = useState(0);
  const draw = () => {
    if (agentId === undefined) return <AgentEditor key="new" agent={null} onReset={() => {}} />;
    const agent = agents.find((known) => known.agentId === agentId);
    if (agent) return <AgentEditor key={`${agentId} ${round}`} agent={agent} onReset={() => setRound(round + 1)} />;
    return (
      <Note isPage title={copy.missing.title}>
        <RichText text={copy.missing.text} link={linkToAll} />
      </Note>
    );
  };
  return (
    <Loaded fetched={loaded} subject={copy.subject}>
      {draw}
    </Loaded>
  );
}

const linkToAll = (label: string) => (
  <Link to="/agents" className="text-accent underline underline-offset-2">
    {label}
  </Link>
);

function AgentEditor({ agent, onReset }: { agent: ListedAgent | null; onReset: () => void }) {
  const form = useAgentForm(agent);
  const { draft } = form;
  const navigate = useNavigate();
  const show = (agentId: AgentId) => void navigate({ to: '/agents/$agentId', params: { agentId } });
  const afterRemoval = () => {
    if (agent?.isBuiltIn) onReset();
    else void navigate({ to: '/agents', ignoreBlocker: true });
  };
  return (
    <PageFrame>
      <header className="flex flex-col gap-3">
        <Link
          to="/agents"
          className="-ms-1 inline-flex w-fit items-center gap-0.5 rounded-small pe-2 text-small text-soft hover:text-ink"
        >
          <ChevronLeft size={15} className="rtl:-scale-x-100" /> {agentsCopy.title}
        </Link>
        <div className="flex items-center gap-3">
          <AgentMark badge={{ color: draft['badge.color'], icon: draft['badge.icon'] }} size={44} />
          <h1 dir="auto" className="min-w-0 flex-1 truncate text-title font-semibold tracking-tight">
            {draft.name.trim() || (agent ? agent.name : copy.newAgent)}
          </h1>
          {agent && <AgentMenu agent={agent} onCopied={show} onRemoved={afterRemoval} />}
        </div>
      </header>
      <FormFrame right="write" form={form} label={copy.form} create={agent ? null : copy.create}>
        <ProfileSection form={form} />
        <ModelSection form={form} />
        <InstructionsSection form={form} />
        <ToolsSection form={form} />
        <SubAgentsSection form={form} own={agent?.agentId ?? null} />
        <SkillsChoice form={form} />
        <SamplingSection form={form} />
        <RulesSection form={form} />
      </FormFrame>
    </PageFrame>
  );
}

function useAgentForm(agent: ListedAgent | null) {
  const send = useSend();
  const navigate = useNavigate();
  const store = useStore();
  const { defaultAgentId } = useWorkspace();
  const model = useAgents().find(({ agentId }) => agentId === defaultAgentId)?.model;
  return useForm({
    shape: agentShape,
    record: agent,
    ...(agent ? {} : { initial: newAgentDraft(model) }),
    save: (body, { before, options }) =>
      agent
        ? send('changeAgent', { params: { agentId: agent.agentId }, body: changedFields(before, body) }, options)
        : send('createAgent', { params: {}, body }, options),
    readLatest: async () => agent && valueOrNull(await send('getAgent', { params: { agentId: agent.agentId } })),
    onSaved: ({ agentId }: ListedAgent) => {
      if (agent) return;
      store.toasts.add(copy.created);
      void navigate({ to: '/agents/$agentId', params: { agentId }, replace: true });
    },
  });
}
