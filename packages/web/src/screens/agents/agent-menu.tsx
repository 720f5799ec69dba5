import type { AgentId, ListedAgent } from '@retinue/protocol';
import { Copy, Ellipsis, MessageSquarePlus, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useReport } from '../../store/settings/use-report.ts';
import { useLibrary, useMay, useWorkspace } from '../../store/use-library.ts';
import { useStore } from '../../store/use-store.ts';
import { Menu, type MenuChoice } from '../../ui/buttons/menu.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { agentsCopy } from './copy.ts';

const copy = agentsCopy.menu;

interface AgentMenuProps {
  agent: ListedAgent;
  onCopied: (copy: AgentId) => void;
  onRemoved: () => void;
}

export function AgentMenu({ agent, onCopied, onRemoved }: AgentMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const choices = useChoices(agent, onCopied, () => setAsking(true));
  if (!useMay('write')) return null;
  return (
    <>
      <Menu
        label={copy.label(agent.name)}
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
  const report = useReport();
  const workspace = useWorkspace();
  const mayOwn = useMay('own');
  const { agentId, name } = agent;
  const duplicate = async () => {
    const outcome = await library.duplicateAgent(agentId);
    report(outcome, ({ name }) => copy.created(name));
    if ('value' in outcome) onCopied(outcome.value.agentId);
  };
  const makeDefault = async () =>
    report(await library.changeWorkspace({ defaultAgentId: agentId }), () => copy.madeDefault(name));
  const remove = () => {
    if (workspace.defaultAgentId !== agentId) return onAsk();
    store.toasts.add(copy.isDefault(name));
  };
  const removal = agent.isBuiltIn
    ? { key: 'reset', label: copy.reset, icon: <RotateCcw size={15} />, act: onAsk }
    : { key: 'delete', label: copy.delete, icon: <Trash2 size={15} />, isDangerous: true, act: remove };
  return [
    { key: 'duplicate', label: copy.duplicate, icon: <Copy size={15} />, act: () => void duplicate() },
    ...(workspace.defaultAgentId === agentId || !mayOwn
      ? []
      : [
          {
            key: 'default',
            label: copy.makeDefault,
            icon: <MessageSquarePlus size={15} />,
            act: () => void makeDefault(),
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
  const report = useReport();
  const { agentId, name, isBuiltIn } = agent;
  const remove = async () => {
    const outcome = await library.removeAgent(agentId);
    const isOriginal = 'refusal' in outcome && outcome.refusal.code === 'agent-built-in';
    if (isOriginal) store.toasts.add(copy.alreadyOriginal(name));
    else report(outcome, () => (isBuiltIn ? copy.wasReset(name) : copy.deleted(name)));
    if ('value' in outcome) onRemoved();
  };
  return (
    <Confirm
      title={isBuiltIn ? copy.resetTitle(name) : copy.deleteTitle(name)}
      message={isBuiltIn ? copy.resetText : copy.deleteText}
      action={isBuiltIn ? copy.reset : copy.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
