import type { AgentId, Budget } from '@retinue/protocol';
import { ArrowUp, ChevronDown, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Sending } from '../../store/actions.ts';
import { type BudgetDraft, budgetFrom } from '../../store/budgets.ts';
import { useSending } from '../../store/sending/use-sending.ts';
import { useUnsent } from '../../store/sending/use-unsent.ts';
import { useAgents } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Menu } from '../../ui/buttons/menu.tsx';
import { BudgetField } from './budget-field.tsx';

interface ComposerProps {
  placeholder: string;
  /** Where an unsent text is kept. */
  keptAs: string;
  /** The agent or question that the text goes to, where `keptAs` does not say it. */
  target?: string | null;
  onSend: (text: string, sending: Sending) => Promise<boolean>;
  /** Why nothing can be sent any more; what was typed can still be copied. */
  closed?: string | null;
  /** Whether what it sets off can be given a budget. */
  hasBudget?: boolean;
  onStop?: (() => void) | undefined;
  /** At the lower left: who is asked. */
  children?: ReactNode;
  hint?: string;
  id?: string;
  isFocused?: boolean;
}

/** Enter sends, Shift+Enter breaks the line. What is not sent yet is kept in this browser. */
export function Composer({
  placeholder,
  keptAs,
  target = null,
  onSend,
  onStop,
  children,
  hint,
  isFocused,
  hasBudget = false,
  closed = null,
  id = 'composer',
}: ComposerProps) {
  const [text, setText] = useUnsent(keptAs);
  const [bound, setBound] = useState<BudgetDraft | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isFocused && matchMedia('(pointer: fine)').matches) area.current?.focus();
  }, [isFocused]);
  const send = useSending({ keptAs, target, onSend }, () => {
    const budget = bound && hasBudget ? budgetFrom(bound) : null;
    const isReady = text.trim() !== '' && closed === null && !(budget && 'problem' in budget);
    return isReady ? { budget: budget as Budget | null, onSent: () => setBound(null) } : null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      // The text is kept over a reload, the budget is not.
      data-is-dirty={(bound !== null && bound.amount !== '') || undefined}
      className="rounded-large border border-line-strong bg-raised shadow-lift transition-colors focus-within:border-accent"
    >
      <textarea
        ref={area}
        id={id}
        aria-label="Message"
        dir="auto"
        rows={1}
        value={text}
        readOnly={closed !== null}
        placeholder={closed ?? placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-64 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 outline-none placeholder:text-faint"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        {children}
        {hasBudget && closed === null && <BudgetField draft={bound} onChange={setBound} />}
        {closed !== null && text !== '' && <CopyButton text={text} label="Copy your text" />}
        {hint && <span className="truncate text-tiny text-faint">{hint}</span>}
        <span className="ms-auto flex items-center gap-1.5">
          {onStop && closed === null && (
            <button
              type="button"
              onClick={onStop}
              className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line-strong px-3 text-small font-medium hover:bg-hover"
            >
              <Square size={11} fill="currentColor" aria-hidden="true" /> Stop
            </button>
          )}
          <button
            type="submit"
            aria-label="Send"
            title="Send (Enter)"
            disabled={text.trim() === '' || closed !== null}
            className="inline-flex size-8 items-center justify-center rounded-full bg-accent text-accent-ink transition-opacity disabled:bg-hover disabled:text-faint"
          >
            <ArrowUp size={17} strokeWidth={2.4} />
          </button>
        </span>
      </div>
    </form>
  );
}

export function AgentPicker({ chosen, onChoose }: { chosen: AgentId | null; onChoose: (agentId: AgentId) => void }) {
  const agents = useAgents();
  const current = agents.find(({ agentId }) => agentId === chosen);
  if (!current) return null;
  return (
    <Menu
      label={`Agent: ${current.name}`}
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
      <ChevronDown size={13} aria-hidden="true" />
    </Menu>
  );
}
