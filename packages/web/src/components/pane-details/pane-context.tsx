import {
  type Budget,
  findTask,
  type Item,
  partsText,
  reachSchema,
  reasonText,
  type TaskState,
  type TreeState,
} from '@retinue/protocol';
import { CornerDownRight, MessageSquareQuote } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { amountText, boundsIn } from '../../store/budgets.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import type { FoundTask } from '../../store/threads/branch.ts';
import { scopeToLoaded } from '../../store/threads/loaded-task.ts';
import { systemPromptText } from '../../store/threads/thread-rows.ts';
import { formatElapsed } from '../../store/usage/figures.ts';
import { useActions } from '../../store/use-store.ts';
import { CopyButton } from '../../ui/buttons/button.tsx';
import { Waiting } from '../../ui/status.tsx';
import { ValueBlock } from '../../ui/text/code-block.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { reachCopy, ruleCopy } from '../forms/copy.ts';
import { useViewContext } from '../thread/view-context.ts';
import { paneDetailsCopy as copy } from './copy.ts';

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
  if (before > 0) return <Waiting label={copy.loadingContext} />;
  const served = found ? scopeToLoaded(tree, thread, found.task) : thread;
  const instruction = instructionOf(served, found?.task ?? null);
  const resultSchema = found?.task.resultSchema ?? served.resultSchema;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      aria-label={copy.context}
      className="flex flex-1 flex-col gap-5 overflow-y-auto p-4"
    >
      <Part title={copy.instruction} text={instruction}>
        <Markdown text={instruction} />
      </Part>
      <Part title={copy.additionalContext}>
        <TaskContext found={found} />
      </Part>
      <Part title={copy.systemPrompt} text={systemPromptText(thread.items)}>
        <p dir="auto" className="whitespace-pre-wrap text-small [overflow-wrap:anywhere]">
          {systemPromptText(thread.items) || copy.none}
        </p>
      </Part>
      <Part title={copy.limits}>
        <Facts facts={limitFacts(thread, found ? found.task.grant : thread.grant)} />
      </Part>
      <Part title={copy.rights}>
        <Facts facts={rightFacts(thread)} />
      </Part>
      {resultSchema !== null && <ValueBlock label={copy.resultSchema} value={resultSchema} />}
      <Part title={copy.result} text={served.outcome?.result ?? ''}>
        {served.outcome ? (
          <Markdown
            text={
              served.outcome.result || (served.outcome.reason && reasonText(served.outcome.reason)) || copy.emptyResult
            }
          />
        ) : (
          <p className="text-small text-soft">{copy.stillRunning}</p>
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
  const names = copy.limitFacts;
  const granted = grant ? boundsIn(grant).map(([kind, bound]) => amountText(kind, bound)) : [];
  return [
    [names.model, `${agent.model.provider} / ${agent.model.id}`],
    [names.agent, copy.agentVersion(agent.name, agent.version)],
    [names.delegates, agent.subAgents.map(({ name }) => name).join(', ') || copy.noDelegates],
    [names.depth, copy.depthOf(depth, limits.maxDepth)],
    [names.limits, copy.workLimits(agent.maxSteps ?? limits.maxSteps, formatElapsed(limits.maxWorkMs))],
    [names.budget, granted.join(', ') || copy.noLimit],
  ];
}

function rightFacts({ agent, rights, approvals }: LoadedThread): Fact[] {
  const names = copy.rightFacts;
  const own = Object.entries(agent.approvals ?? {}).map(([tool, rule]) => `${tool}: ${ruleCopy[rule]}`);
  const rules = reachSchema.options.map((reach) => `${reachCopy[reach].tag}: ${ruleCopy[approvals[reach]]}`);
  return [
    [names.tools, listed(rights?.use ?? agent.tools)],
    [names.passOn, rights?.ceiling.includes('*') === false ? listed(rights.ceiling) : copy.passOnAll],
    [names.denied, listed(rights?.denied ?? [])],
    [names.approvals, rules.join(' · ')],
    own.length > 0 && [names.ownApprovals, own.join(' · ')],
  ];
}

function listed(names: readonly string[]): string {
  return names.join(', ') || copy.noTools;
}

function Part({ title, text = '', children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="flex min-h-7 items-center justify-between text-tiny font-semibold text-faint">
        {title}
        {text && <CopyButton text={text} label={copy.copyPart(title)} />}
      </h3>
      <div className="rounded-plain border border-line bg-raised px-3.5 py-2.5">{children}</div>
    </section>
  );
}

/** False for a fact that is left out. */
type Fact = [name: string, value: string] | false;

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1 text-small">
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Messages and results of the parent's thread that a task got, each with a link. */
function TaskContext({ found }: { found: FoundTask | null }) {
  const { showTask, closePane } = useViewContext();
  if (!found?.task.context)
    return <p className="text-small text-soft">{found?.task.reactivates ? copy.reactivated : copy.noContext}</p>;
  const { parent } = found;
  const messages = found.task.context.messages.map(({ seq }) => {
    const item = parent.items.find((candidate) => candidate.seq === seq);
    return {
      key: String(seq),
      Icon: MessageSquareQuote,
      label: copy.messageIn(parent.parent ? parent.agent.name : null),
      text: item ? itemText(item) : copy.messageAt(seq),
      onOpen: () => (parent.parent ? showTask(parent.parent.taskId) : closePane()),
    };
  });
  const results = found.task.context.results.map((taskId) => ({
    key: taskId,
    Icon: CornerDownRight,
    label: copy.taskResult,
    text: findTask(parent, taskId)?.task.title ?? taskId,
    onOpen: () => showTask(taskId),
  }));
  return (
    <ul className="flex flex-col gap-1.5 text-small">
      {[...messages, ...results].map(({ key, Icon, label, text, onOpen }) => (
        <li key={key} className="flex min-w-0 items-start gap-2">
          <Icon size={14} className="mt-0.5 shrink-0 text-faint rtl:-scale-x-100" />
          <div className="min-w-0 flex-1">
            <button
              type="button"
              onClick={onOpen}
              className="rounded-small text-start text-tiny text-faint underline underline-offset-2 hover:text-ink"
            >
              {label}
            </button>
            <p dir="auto" className="line-clamp-3 [overflow-wrap:anywhere]">
              {text}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function itemText(item: Item): string {
  if (item.type === 'message') return item.text;
  return partsText(item.parts);
}
