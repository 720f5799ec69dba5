import type { ListedAgent, Provider } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { agentsCopy } from './copy.ts';

const copy = agentsCopy.card;

interface CardProps {
  agent: ListedAgent;
  all: readonly ListedAgent[];
  providers: readonly Provider[];
  isDefault: boolean;
  menu: ReactNode;
}

export function AgentCard({ agent, all, providers, isDefault, menu }: CardProps) {
  return (
    <li className="relative flex flex-col gap-3 rounded-plain border border-line bg-raised p-4 shadow-lift hover:border-line-strong">
      <div className="flex items-start gap-3">
        <AgentMark badge={agent.badge} size={36} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to="/agents/$agentId"
              params={{ agentId: agent.agentId }}
              dir="auto"
              className="min-w-0 truncate font-semibold after:absolute after:inset-0 after:rounded-plain"
            >
              {agent.name}
            </Link>
            {isDefault && <Tag tone="accent">{copy.default}</Tag>}
            {agent.isBuiltIn && <Tag>{copy.builtIn}</Tag>}
          </div>
          <p className="truncate text-tiny text-faint">{modelLabel(agent, providers)}</p>
        </div>
        <div className="relative z-1">{menu}</div>
      </div>
      <p dir="auto" className="line-clamp-2 flex-1 text-small text-soft text-pretty">
        {agent.description || copy.noDescription}
      </p>
      <SubAgents agent={agent} all={all} />
    </li>
  );
}

function SubAgents({ agent, all }: { agent: ListedAgent; all: readonly ListedAgent[] }) {
  const subAgents = agent.subAgentIds.flatMap((id) => all.find(({ agentId }) => agentId === id) ?? []);
  if (subAgents.length === 0) return <p className="text-tiny text-faint">{copy.noSubAgents}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-tiny text-faint">
      <ArrowRight size={13} aria-hidden="true" />
      <span>{copy.delegatesTo}</span>
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
  if (model.provider === 'demo') return copy.demoModel;
  const provider = providers.find(({ providerId }) => providerId === model.provider);
  return `${model.id} · ${provider?.name ?? model.provider}`;
}
