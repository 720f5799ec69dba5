import type { AgentId } from '@retinue/protocol';
import { ChevronDown } from 'lucide-react';
import { useAgents } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Menu } from '../../ui/buttons/menu.tsx';
import { composerCopy as copy } from './copy.ts';

export function AgentPicker({ chosen, onChoose }: { chosen: AgentId | null; onChoose: (agentId: AgentId) => void }) {
  const agents = useAgents();
  const current = agents.find(({ agentId }) => agentId === chosen);
  if (!current) return null;
  return (
    <Menu
      label={copy.agent(current.name)}
      side="above"
      isListOfOne
      className="flex h-8 min-w-0 items-center gap-1.5 rounded-full px-2 text-small text-soft hover:bg-hover hover:text-ink"
      choices={agents.map((agent) => ({
        key: agent.agentId,
        name: agent.name,
        isChosen: agent.agentId === chosen,
        icon: <AgentMark badge={agent.badge} size={24} />,
        label: (
          <>
            <span className="block font-medium">{agent.name}</span>
            <span className="line-clamp-2 text-tiny text-faint">{agent.description}</span>
          </>
        ),
        act: () => onChoose(agent.agentId),
      }))}
    >
      <AgentMark badge={current.badge} size={20} />
      <span className="truncate">{current.name}</span>
      <ChevronDown size={13} />
    </Menu>
  );
}
