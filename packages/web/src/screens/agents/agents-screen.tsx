import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Fetching } from '../../components/forms/fetching.tsx';
import { May } from '../../components/may.tsx';
import { useLoadedAgents, useWorkspace } from '../../store/use-library.ts';
import { useAgents, useProviders } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { AgentCard } from './agent-card.tsx';
import { AgentMenu } from './agent-menu.tsx';
import { agentsCopy as copy } from './copy.ts';

export function AgentsScreen() {
  const navigate = useNavigate();
  const loaded = useLoadedAgents();
  return (
    <Page
      title={copy.title}
      lead={copy.lead}
      actions={
        <May right="write">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => void navigate({ to: '/agents/new' })}>
            {copy.create}
          </Button>
        </May>
      }
    >
      {loaded.state === 'ready' ? <Cards /> : <Fetching fetched={loaded} subject={copy.subject} again={loaded.again} />}
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
            isDefault={workspace.defaultAgentId === agent.agentId}
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
