import type { AgentId, ListedAgent } from '@retinue/protocol';
import { Copy, Ellipsis, MessageSquarePlus, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLibrary, useMay, useWorkspace } from '../store/use-library.ts';
import { useStore } from '../store/use-store.ts';
import { Menu, type MenuChoice } from '../ui/buttons/menu.tsx';
import { Confirm } from '../ui/overlays/confirm.tsx';

interface AgentMenuProps {
  agent: ListedAgent;
  onCopied: (copy: AgentId) => void;
  onRemoved: () => void;
}

/** What can be done with an agent as a whole. */
export function AgentMenu({ agent, onCopied, onRemoved }: AgentMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const choices = useChoices(agent, onCopied, () => setAsking(true));
  if (!useMay('write')) return null;
  return (
    <>
      <Menu
        label={`More for ${agent.name}`}
        align="end"
        choices={choices}
        className="inline-flex size-8 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink"
      >
        <Ellipsis size={17} />
      </Menu>
      {isAsking && <RemoveAgent agent={agent} onClose={() => setAsking(false)} onRemoved={onRemoved} />}
    </>
  );
}

function useChoices(agent: ListedAgent, onCopied: (copy: AgentId) => void, onAsk: () => void): MenuChoice[] {
  const library = useLibrary();
  const store = useStore();
  const workspace = useWorkspace();
  const mayOwn = useMay('own');
  const { agentId, name } = agent;
  const tell = (words: string) => store.toasts.add(words, { tone: 'problem', stayMs: 10_000 });
  const copy = async () => {
    const outcome = await library.duplicateAgent(agentId);
    if ('refusal' in outcome) return tell(outcome.refusal.words);
    store.toasts.add(`${outcome.value.name} is there now.`);
    onCopied(outcome.value.agentId);
  };
  const beginWith = async () => {
    const outcome = await library.changeWorkspace({ defaultAgentId: agentId });
    if ('refusal' in outcome) return tell(outcome.refusal.words);
    store.toasts.add(`New chats begin with ${name}.`);
  };
  const remove = () => {
    if (workspace.defaultAgentId !== agentId) return onAsk();
    store.toasts.add(`New chats begin with ${name}. Choose another agent for that first, then delete it.`);
  };
  const removal = agent.isBuiltIn
    ? { key: 'reset', label: 'Reset to the original', icon: <RotateCcw size={15} />, act: onAsk }
    : { key: 'delete', label: 'Delete', icon: <Trash2 size={15} />, isDangerous: true, act: remove };
  return [
    { key: 'copy', label: 'Duplicate', icon: <Copy size={15} />, act: () => void copy() },
    ...(workspace.defaultAgentId === agentId || !mayOwn
      ? []
      : [
          {
            key: 'first',
            label: 'Begin new chats with it',
            icon: <MessageSquarePlus size={15} />,
            act: () => void beginWith(),
          },
        ]),
    removal,
  ];
}

function RemoveAgent({
  agent,
  onClose,
  onRemoved,
}: {
  agent: ListedAgent;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const library = useLibrary();
  const store = useStore();
  const builtIn = agent.isBuiltIn;
  const remove = async () => {
    const outcome = await library.removeAgent(agent.agentId);
    if ('value' in outcome) {
      store.toasts.add(builtIn ? `${agent.name} is as it came.` : `Deleted ${agent.name}.`);
      onRemoved();
    } else if (outcome.refusal.code === 'agent-built-in') {
      store.toasts.add(`${agent.name} is as it came already; nothing was changed.`);
    } else store.toasts.add(outcome.refusal.words, { tone: 'problem', stayMs: 10_000 });
  };
  return builtIn ? (
    <Confirm
      title={`Reset ${agent.name}?`}
      message="Everything that was changed in it is given up, and it is again what this version of Retinue came with. Chats take that up with their next turn."
      action="Reset to the original"
      onConfirm={remove}
      onClose={onClose}
    />
  ) : (
    <Confirm
      title={`Delete ${agent.name}?`}
      message="It can no longer be asked or sent. Chats that it worked in keep what it did. This can't be undone."
      action="Delete"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
