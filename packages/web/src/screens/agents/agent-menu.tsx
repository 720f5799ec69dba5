import type { AgentId, ListedAgent } from '@retinue/protocol';
import { Copy, Ellipsis, MessageSquarePlus, RotateCcw, Trash2 } from 'lucide-react';
import { newIdempotencyKey } from '../../store/sending/idempotency-keys.ts';
import { useReport, useSend } from '../../store/use-library.ts';
import { useMay, useStore, useWorkspace } from '../../store/use-store.ts';
import { Menu, type MenuChoice } from '../../ui/buttons/menu.tsx';
import { Confirmed } from '../../ui/overlays/confirm.tsx';
import { agentsCopy } from './copy.ts';

const copy = agentsCopy.menu;

interface AgentMenuProps {
  agent: ListedAgent;
  onCopied: (copied: AgentId) => void;
  onRemoved: () => void;
}

export function AgentMenu(props: AgentMenuProps) {
  const { agent } = props;
  const { choices, remove } = useChoices(props);
  const removal = agent.isBuiltIn ? copy.reset(agent.name) : copy.delete(agent.name);
  if (!useMay('write')) return null;
  return (
    <Confirmed {...removal} onConfirm={remove}>
      {(ask) => (
        <Menu
          label={copy.label(agent.name)}
          align="end"
          choices={choices(ask)}
          className="inline-flex size-8 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink"
        >
          <Ellipsis size={17} />
        </Menu>
      )}
    </Confirmed>
  );
}

function useChoices({ agent, onCopied, onRemoved }: AgentMenuProps) {
  const send = useSend();
  const { toasts } = useStore();
  const report = useReport();
  const isDefault = useWorkspace().defaultAgentId === agent.agentId;
  const mayOwn = useMay('own');
  const { agentId, name, isBuiltIn } = agent;
  const duplicate = async () => {
    const options = { idempotencyKey: newIdempotencyKey() };
    const outcome = await send('duplicateAgent', { params: { agentId } }, options);
    report(outcome, (copied) => copy.created(copied.name));
    if ('value' in outcome) onCopied(outcome.value.agentId);
  };
  const makeDefault = async () => {
    const body = { defaultAgentId: agentId };
    report(await send('changeWorkspace', { params: {}, body }), () => copy.madeDefault(name));
  };
  const remove = async () => {
    const outcome = await send('deleteAgent', { params: { agentId } });
    const isOriginal = 'refusal' in outcome && outcome.refusal.code === 'agent-built-in';
    if (isOriginal) toasts.add(copy.alreadyOriginal(name));
    else report(outcome, () => (isBuiltIn ? copy.wasReset(name) : copy.deleted(name)));
    if ('value' in outcome) onRemoved();
  };
  const choices = (ask: () => void): MenuChoice[] => {
    const defaulting = { key: 'default', label: copy.makeDefault, icon: <MessageSquarePlus size={15} /> };
    const deleting = { key: 'delete', label: copy.delete(name).action, icon: <Trash2 size={15} />, isDangerous: true };
    return [
      { key: 'duplicate', label: copy.duplicate, icon: <Copy size={15} />, act: () => void duplicate() },
      ...(isDefault || !mayOwn ? [] : [{ ...defaulting, act: () => void makeDefault() }]),
      isBuiltIn
        ? { key: 'reset', label: copy.reset(name).action, icon: <RotateCcw size={15} />, act: ask }
        : { ...deleting, act: () => (isDefault ? toasts.add(copy.isDefault(name)) : ask()) },
    ];
  };
  return { choices, remove };
}
