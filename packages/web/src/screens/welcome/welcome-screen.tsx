import type { AgentId, ThreadId } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { AgentPicker } from '../../components/composer/agent-picker.tsx';
import { Composer } from '../../components/composer/composer.tsx';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { May } from '../../components/may.tsx';
import type { Sending } from '../../store/actions.ts';
import { carryUnsent } from '../../store/sending/unsent.ts';
import { useSingleRequests } from '../../store/sending/use-single-request.ts';
import { useActions, useAgents, useProviders, useStore } from '../../store/use-store.ts';
import { welcomeCopy as copy } from './copy.ts';

/** The start page: a message box and examples to try. */
export function WelcomeScreen() {
  const { workspace } = useStore();
  const agents = useAgents();
  const actions = useActions();
  const navigate = useNavigate();
  const [chosen, choose] = useState<AgentId | null>(null);
  const wanted = chosen ?? workspace.defaultAgentId;
  const agent = agents.find((known) => known.agentId === wanted) ?? agents[0];
  const agentId = agent?.agentId ?? wanted;
  const opened = useRef<ThreadId | null>(null);
  useLayoutEffect(
    () => () => {
      if (opened.current) carryUnsent('new', opened.current);
    },
    [],
  );
  const ask = async (text: string, sending: Sending): Promise<boolean> => {
    const chatId = await actions.openChat(text, agentId, sending);
    opened.current = chatId;
    if (chatId) await navigate({ to: '/chat/$chatId', params: { chatId }, search: {} });
    return chatId !== null;
  };
  return (
    <div className="flex h-full flex-col items-center overflow-y-auto px-4 sm:px-6">
      <div className="my-auto flex w-full max-w-2xl flex-col gap-6 py-14">
        <header className="flex flex-col gap-2">
          <h1 className="text-title font-semibold tracking-tight text-balance">{copy.title}</h1>
          <p className="text-lead text-soft text-pretty">{copy.lead}</p>
        </header>
        <May
          right="write"
          otherwise={<p className="rounded-plain bg-sunken px-4 py-3 text-small text-soft">{copy.viewer}</p>}
        >
          <Composer
            isFocused
            keptAs="new"
            target={agentId}
            placeholder={agent?.placeholder || copy.placeholder}
            hasBudget
            onSend={ask}
          >
            <AgentPicker chosen={agentId} onChoose={choose} />
          </Composer>
          <Examples agentId={agentId} onAsk={(text, idempotencyKey) => ask(text, { budget: null, idempotencyKey })} />
          <ModelHint />
        </May>
      </div>
    </div>
  );
}

interface ExamplesProps {
  agentId: AgentId;
  onAsk: (text: string, idempotencyKey: string) => Promise<boolean>;
}

function Examples({ agentId, onAsk }: ExamplesProps) {
  const { send } = useSingleRequests();
  return (
    <section aria-label={copy.examples} className="flex flex-col gap-1">
      <h2 className="px-1 text-tiny font-semibold text-faint">{copy.tryExample}</h2>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {copy.exampleList.map(({ title, text }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => void send('example', [text, agentId], (key) => onAsk(text, key))}
              className="group flex w-full items-center gap-3 rounded-small px-1 py-2.5 text-start hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-small font-medium">{title}</span>
                <span className="block truncate text-small text-faint">{text}</span>
              </span>
              <ArrowRight
                size={15}
                className="shrink-0 text-faint transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Explains how to add a provider while only the demo model is in use. */
function ModelHint() {
  const providers = useProviders();
  const agents = useAgents();
  const isDemo = agents.length > 0 && agents.every(({ model }) => model.provider === 'demo');
  if (!isDemo || providers === null) return null;
  return (
    <p className="px-1 text-small text-faint text-pretty">
      <SettingsLink text={copy.demoModel} section="providers" />
    </p>
  );
}
