import type { ApprovalRules, Budget, TaskState, TreeState } from '@retinue/protocol';
import { type ReactNode, useEffect } from 'react';
import { amountWords, boundsIn } from '../store/budgets.ts';
import type { LoadedThread } from '../store/chats/chat-tree.ts';
import type { FoundTask } from '../store/threads/branch.ts';
import { scopeToLoaded } from '../store/threads/loaded-task.ts';
import { systemPromptText } from '../store/threads/thread-rows.ts';
import { formatCount, formatElapsed } from '../store/usage/figures.ts';
import { useActions } from '../store/use-store.ts';
import { CopyButton } from '../ui/buttons/copy-button.tsx';
import { Waiting } from '../ui/status/note.tsx';
import { CodeBlock } from '../ui/text/code-block.tsx';
import { Markdown } from '../ui/text/markdown.tsx';
import { Given } from './given.tsx';
import { usePlace } from './place.ts';

interface ContextProps {
  tree: TreeState;
  thread: LoadedThread;
  found: FoundTask | null;
}

/** The receipt: what exactly the sub-agent was given, what it may do, and what came back. */
export function PaneContext({ tree, thread, found }: ContextProps) {
  const { chatId } = usePlace();
  const actions = useActions();
  const before = thread.itemsBefore ?? 0;
  useEffect(() => {
    if (before > 0) void actions.older(chatId, thread.threadId);
  }, [actions, chatId, thread.threadId, before]);
  if (before > 0) return <Waiting label="Reading what it was given …" />;
  const served = found ? scopeToLoaded(tree, thread, found.task) : thread;
  const instruction = instructionOf(served, found?.task ?? null);
  const resultSchema = found?.task.resultSchema ?? served.resultSchema;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
    <section tabIndex={0} aria-label="Context" className="flex flex-1 flex-col gap-5 overflow-y-auto p-4">
      <Part title="Instruction" copy={instruction}>
        <Markdown text={instruction} />
      </Part>
      <Part title="What it was given besides">
        <Given found={found} />
      </Part>
      <Part title="System prompt" copy={systemPromptText(thread.items)}>
        <p dir="auto" className="whitespace-pre-wrap text-small [overflow-wrap:anywhere]">
          {systemPromptText(thread.items) || 'None.'}
        </p>
      </Part>
      <Part title="Model and limits">
        <Facts facts={limitFacts(thread, found ? found.task.grant : thread.grant)} />
      </Part>
      <Part title="Rights">
        <Facts facts={rightFacts(thread)} />
      </Part>
      {resultSchema !== null && (
        <CodeBlock label="what its result must fit" language="json" code={JSON.stringify(resultSchema, null, 2)} />
      )}
      <Part title="What came back" copy={served.outcome?.result ?? ''}>
        {served.outcome ? (
          <Markdown text={served.outcome.result || served.outcome.reason || 'Nothing.'} />
        ) : (
          <p className="text-small text-soft">Nothing yet: it is still at work.</p>
        )}
      </Part>
    </section>
  );
}

/** What set it to work: a parent's words, or those of a person who had it go on. */
function instructionOf({ items }: LoadedThread, task: TaskState | null): string {
  const words = items.flatMap((item) =>
    item.type === 'message' && (item.from === 'parent' || (item.from === 'person' && item.taskId === task?.taskId))
      ? [item.text]
      : [],
  );
  return words.join('\n\n') || (task?.instruction ?? '');
}

function limitFacts({ agent, limits, depth }: LoadedThread, grant: Budget | null): Fact[] {
  const granted = grant ? boundsIn(grant).map(([kind, bound]) => amountWords(kind, bound)) : [];
  const bounds = `${formatCount(agent.maxSteps ?? limits.maxSteps, 'step')}, ${formatElapsed(limits.maxWorkMs)} of work`;
  return [
    ['Model', `${agent.model.provider} / ${agent.model.id}`],
    ['Agent', `${agent.name}, version ${agent.version}`],
    ['May delegate to', agent.subAgents.map(({ name }) => name).join(', ') || 'nobody'],
    ['Depth', `${depth} of at most ${limits.maxDepth}`],
    ['Bounds', bounds],
    ['Budget', granted.join(', ') || 'no bound'],
  ];
}

function rightFacts({ agent, rights, approvals }: LoadedThread): Fact[] {
  const own = Object.entries(agent.approvals ?? {}).map(([tool, rule]) => `${tool}: ${ruleWords[rule]}`);
  return [
    ['Tools', listed(rights?.use ?? agent.tools)],
    ['May hand on', rights?.ceiling.includes('*') === false ? listed(rights.ceiling) : 'everything that is not denied'],
    ['Denied', listed(rights?.denied ?? [])],
    ['Approvals', reaches.map((reach) => `${reach}: ${ruleWords[approvals[reach]]}`).join(' · ')],
    ...(own.length > 0 ? ([['Of its own', own.join(' · ')]] satisfies Fact[]) : []),
  ];
}

const reaches = ['internal', 'outbound', 'exec', 'admin'] as const satisfies (keyof ApprovalRules)[];
const ruleWords = { allow: 'allowed', ask: 'a person is asked', deny: 'denied' } as const;

function listed(names: readonly string[]): string {
  return names.join(', ') || 'none';
}

function Part({ title, copy = '', children }: { title: string; copy?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="flex min-h-7 items-center justify-between text-tiny font-semibold text-faint">
        {title}
        {copy && <CopyButton text={copy} label={`Copy: ${title}`} />}
      </h3>
      <div className="rounded-plain border border-line bg-raised px-3.5 py-2.5">{children}</div>
    </section>
  );
}

export type Fact = [name: string, words: string];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 text-small">
      {facts.map(([name, words]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="tabular-nums [overflow-wrap:anywhere]">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
