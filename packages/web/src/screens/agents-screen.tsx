import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { AgentCard } from '../parts/agent-card.tsx';
import { AgentMenu } from '../parts/agent-menu.tsx';
import { Fetching } from '../parts/fetching.tsx';
import { May } from '../parts/may.tsx';
import { useLoadedAgents, useWorkspace } from '../store/use-library.ts';
import { useAgents, useProviders } from '../store/use-store.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Page } from '../ui/layout/page.tsx';
import { Boundary } from '../ui/loading/boundary.tsx';

/** Who can be asked. */
export function AgentsScreen() {
  const navigate = useNavigate();
  const loaded = useLoadedAgents();
  return (
    <Page
      title="Agents"
      lead="Each has its own instructions, model and tools, and may send the agents that you allow it."
      actions={
        <May right="write">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => void navigate({ to: '/agents/new' })}>
            New agent
          </Button>
        </May>
      }
    >
      {loaded.state === 'ready' ? <Cards /> : <Fetching fetched={loaded} what="the agents" again={loaded.again} />}
    </Page>
  );
}

function Cards() {
  const agents = useAgents();
  const providers = useProviders() ?? [];
  const workspace = useWorkspace();
  const navigate = useNavigate();
  return (
    <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {agents.map((agent) => (
        <Boundary key={agent.agentId} as="item" what="agent" content={() => agent} resetKey={agent}>
          <AgentCard
            agent={agent}
            all={agents}
            providers={providers}
            isFirst={workspace.defaultAgentId === agent.agentId}
            menu={
              <AgentMenu
                agent={agent}
                onCopied={(agentId) => void navigate({ to: '/agents/$agentId', params: { agentId } })}
                onRemoved={() => {}}
              />
            }
          />
        </Boundary>
      ))}
    </ul>
  );
}
