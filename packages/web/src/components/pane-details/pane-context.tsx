import type { ApprovalRules, Budget, TaskState, TreeState } from '@retinue/protocol';
import { type ReactNode, useEffect } from 'react';
import { amountWords, boundsIn } from '../../store/budgets.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import type { FoundTask } from '../../store/threads/branch.ts';
import { scopeToLoaded } from '../../store/threads/loaded-task.ts';
import { systemPromptText } from '../../store/threads/thread-rows.ts';
import { formatElapsed } from '../../store/usage/figures.ts';
import { useActions } from '../../store/use-store.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Waiting } from '../../ui/status/note.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { paneDetailsCopy } from './copy.ts';
import { TaskContext } from './task-context.tsx';

interface ContextProps {
  tree: TreeState;
  thread: LoadedThread;
  found: FoundTask | null;
}

/** Everything that the sub-agent got, its limits and rights, and its result. */
export function PaneContext({ tree, thread, found }: ContextProps) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const before = thread.itemsBefore ?? 0;
  useEffect(() => {
    if (before > 0) void actions.older(chatId, thread.threadId);
  }, [actions, chatId, thread.threadId, before]);
  if (before > 0) return <Waiting label={paneDetailsCopy.loadingContext} />;
  const served = found ? scopeToLoaded(tree, thread, found.task) : thread;
  const instruction = instructionOf(served, found?.task ?? null);
  const resultSchema = found?.task.resultSchema ?? served.resultSchema;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label={paneDetailsCopy.context}
      className="flex flex-1 flex-col gap-5 overflow-y-auto p-4"
    >
      <Part title={paneDetailsCopy.instruction} copy={instruction}>
        <Markdown text={instruction} />
      </Part>
      <Part title={paneDetailsCopy.additionalContext}>
        <TaskContext found={found} />
      </Part>
      <Part title={paneDetailsCopy.systemPrompt} copy={systemPromptText(thread.items)}>
        <p dir="auto" className="whitespace-pre-wrap text-small [overflow-wrap:anywhere]">
          {systemPromptText(thread.items) || paneDetailsCopy.none}
        </p>
      </Part>
      <Part title={paneDetailsCopy.limits}>
        <Facts facts={limitFacts(thread, found ? found.task.grant : thread.grant)} />
      </Part>
      <Part title={paneDetailsCopy.rights}>
        <Facts facts={rightFacts(thread)} />
      </Part>
      {resultSchema !== null && (
        <CodeBlock label={paneDetailsCopy.resultSchema} language="json" code={JSON.stringify(resultSchema, null, 2)} />
      )}
      <Part title={paneDetailsCopy.result} copy={served.outcome?.result ?? ''}>
        {served.outcome ? (
          <Markdown text={served.outcome.result || served.outcome.reason || paneDetailsCopy.emptyResult} />
        ) : (
          <p className="text-small text-soft">{paneDetailsCopy.stillRunning}</p>
        )}
      </Part>
    </section>
  );
}

/** The parent's instruction, or the message of a person who reactivated the sub-agent. */
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
  const bounds = paneDetailsCopy.workLimits(agent.maxSteps ?? limits.maxSteps, formatElapsed(limits.maxWorkMs));
  return [
    [paneDetailsCopy.limitFacts.model, `${agent.model.provider} / ${agent.model.id}`],
    [paneDetailsCopy.limitFacts.agent, paneDetailsCopy.agentVersion(agent.name, agent.version)],
    [
      paneDetailsCopy.limitFacts.delegates,
      agent.subAgents.map(({ name }) => name).join(', ') || paneDetailsCopy.noDelegates,
    ],
    [paneDetailsCopy.limitFacts.depth, paneDetailsCopy.depthOf(depth, limits.maxDepth)],
    [paneDetailsCopy.limitFacts.limits, bounds],
    [paneDetailsCopy.limitFacts.budget, granted.join(', ') || paneDetailsCopy.noLimit],
  ];
}

function rightFacts({ agent, rights, approvals }: LoadedThread): Fact[] {
  const own = Object.entries(agent.approvals ?? {}).map(([tool, rule]) => `${tool}: ${paneDetailsCopy.rules[rule]}`);
  return [
    [paneDetailsCopy.rightFacts.tools, listed(rights?.use ?? agent.tools)],
    [
      paneDetailsCopy.rightFacts.passOn,
      rights?.ceiling.includes('*') === false ? listed(rights.ceiling) : paneDetailsCopy.passOnAll,
    ],
    [paneDetailsCopy.rightFacts.denied, listed(rights?.denied ?? [])],
    [
      paneDetailsCopy.rightFacts.approvals,
      reaches.map((reach) => `${reach}: ${paneDetailsCopy.rules[approvals[reach]]}`).join(' · '),
    ],
    ...(own.length > 0 ? ([[paneDetailsCopy.rightFacts.ownApprovals, own.join(' · ')]] satisfies Fact[]) : []),
  ];
}

const reaches = ['internal', 'outbound', 'exec', 'admin'] as const satisfies (keyof ApprovalRules)[];

function listed(names: readonly string[]): string {
  return names.join(', ') || paneDetailsCopy.noTools;
}

function Part({ title, copy = '', children }: { title: string; copy?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="flex min-h-7 items-center justify-between text-tiny font-semibold text-faint">
        {title}
        {copy && <CopyButton text={copy} label={paneDetailsCopy.copyPart(title)} />}
      </h3>
      <div className="rounded-plain border border-line bg-raised px-3.5 py-2.5">{children}</div>
    </section>
  );
}

export type Fact = [name: string, value: string];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
