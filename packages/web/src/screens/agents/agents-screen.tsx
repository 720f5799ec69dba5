import type { ListedAgent, Provider } from '@retinue/protocol';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight, Plus } from 'lucide-react';
import { Loaded } from '../../components/forms/loaded.tsx';
import { May } from '../../components/may.tsx';
import { useLoadedAgents } from '../../store/use-library.ts';
import { useAgents, useProviders, useWorkspace } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { Tag } from '../../ui/status.tsx';
import { AgentMenu } from './agent-menu.tsx';
import { agentsCopy as copy } from './copy.ts';

export function AgentsScreen() {
  const navigate = useNavigate();
  const agents = useAgents();
  const create = (
    <May right="write">
      <Button variant="primary" icon={<Plus size={15} />} onClick={() => void navigate({ to: '/agents/new' })}>
        {copy.create}
      </Button>
    </May>
  );
  return (
    <Page title={copy.title} lead={copy.lead} actions={create}>
      <Loaded fetched={useLoadedAgents()} subject={copy.subject}>
        {() => (
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            {agents.map((agent) => (
              <Boundary key={agent.agentId} as="item" what="agent" content={() => agent} resetKey={agent}>
                <AgentCard agent={agent} />
              </Boundary>
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
}

function AgentCard({ agent }: { agent: ListedAgent }) {
  const { agentId, name, badge, description, isBuiltIn } = agent;
  const providers = useProviders() ?? [];
  const { defaultAgentId } = useWorkspace();
  const navigate = useNavigate();
  return (
    <li className="relative flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift hover:border-line-strong">
      <div className="flex items-start gap-3">
        <AgentMark badge={badge} size={36} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to="/agents/$agentId"
              params={{ agentId }}
              dir="auto"
              className="min-w-0 truncate font-semibold after:absolute after:inset-0 after:rounded-plain"
            >
              {name}
            </Link>
            {defaultAgentId === agentId && <Tag tone="accent">{copy.card.default}</Tag>}
            {isBuiltIn && <Tag>{copy.card.builtIn}</Tag>}
          </div>
          <p className="truncate text-tiny text-faint">{modelLabel(agent, providers)}</p>
        </div>
        <div className="relative z-1">
          <AgentMenu
            agent={agent}
            onCopied={(copied) => void navigate({ to: '/agents/$agentId', params: { agentId: copied } })}
            onRemoved={() => {}}
          />
        </div>
      </div>
      <p dir="auto" className="line-clamp-2 flex-1 text-small text-soft text-pretty">
        {description || copy.card.noDescription}
      </p>
      <SubAgents agent={agent} />
    </li>
  );
}

function SubAgents({ agent: { subAgentIds } }: { agent: ListedAgent }) {
  const all = useAgents();
  const subAgents = subAgentIds.flatMap((id) => all.find(({ agentId }) => agentId === id) ?? []);
  if (subAgents.length === 0) return <p className="text-tiny text-faint">{copy.card.noSubAgents}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-tiny text-faint">
      <ArrowRight size={13} className="rtl:-scale-x-100" />
      <span>{copy.card.delegatesTo}</span>
      {subAgents.map(({ agentId, name, badge }) => (
        <span key={agentId} className="inline-flex items-center gap-1 text-soft">
          <AgentMark badge={badge} size={16} />
          <span dir="auto">{name}</span>
        </span>
      ))}
    </p>
  );
}

function modelLabel({ model }: Pick<ListedAgent, 'model'>, providers: readonly Provider[]): string {
  if (model.provider === 'demo') return copy.card.demoModel;
  const provider = providers.find(({ providerId }) => providerId === model.provider);
  return `${model.id} · ${provider?.name ?? model.provider}`;
}
