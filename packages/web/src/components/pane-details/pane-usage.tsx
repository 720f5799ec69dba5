import {
  addUsage,
  type Budget,
  noUsage,
  type Spend,
  type StepItem,
  spentBy,
  type TaskState,
  type TreeState,
} from '@retinue/protocol';
import { amountText, boundsIn } from '../../store/budgets.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { unpricedIn } from '../../store/threads/branch.ts';
import { costOfTask, scopeToLoaded, threadsUnder } from '../../store/threads/loaded-task.ts';
import { formatCost, formatElapsed, formatMoney, spentOf } from '../../store/usage/figures.ts';
import { BudgetBar } from '../../ui/charts/budget-bar.tsx';
import { TableView } from '../../ui/layout/table-view.tsx';
import { paneDetailsCopy as copy } from './copy.ts';
import { Facts } from './pane-context.tsx';

interface UsageProps {
  tree: TreeState;
  thread: LoadedThread;
  task: TaskState | null;
}

/** Usage of the thread, of everything below it, and of each step. */
export function PaneUsage({ tree, thread, task }: UsageProps) {
  const { usage } = thread;
  const below = threadsUnder(tree, thread.threadId);
  const all = task ? costOfTask(tree, task) : below.reduce((sum, each) => addUsage(sum, each.usage), noUsage);
  const served = task ? scopeToLoaded(tree, thread, task) : thread;
  const steps = served.items.filter((item) => item.type === 'step');
  const isOneOfMany = served !== thread;
  const total = formatCost(spentOf(all, unpricedIn(below)));
  const own = spentOf(usage, thread.unpricedTokens);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section tabIndex={0} aria-label={copy.usage} className="flex flex-1 flex-col gap-5 overflow-y-auto p-4">
      <Facts
        facts={[
          [copy.inputTokens, copy.withCached(usage.inputTokens, usage.cachedTokens)],
          [copy.outputTokens, copy.withReasoning(usage.outputTokens, usage.reasoningTokens)],
          usage.estimatedTokens > 0 && [copy.estimated, copy.estimatedTokens(usage.estimatedTokens)],
          (own.costMicros > 0 || own.unpricedTokens > 0) && [copy.cost, formatMoney(own)],
          [copy.steps, String(thread.steps)],
          [copy.workTime, formatElapsed(thread.workedMs)],
          isOneOfMany
            ? [copy.thisTask, copy.taskTotal(total)]
            : [copy.withSubAgents, copy.threadTotal(total, below.length)],
        ]}
      />
      <BudgetTable grant={task ? task.grant : thread.grant} spent={task?.outcome?.spent ?? spentBy(thread)} />
      <Steps steps={steps} />
    </section>
  );
}

function Steps({ steps }: { steps: readonly StepItem[] }) {
  if (steps.length === 0) return <p className="text-small text-soft">{copy.noSteps}</p>;
  return (
    <TableView
      label={copy.steps}
      columns={copy.stepColumns}
      rows={steps.map((item) => ({
        key: item.step,
        cells: [
          item.step,
          item.usage.inputTokens.toLocaleString(),
          item.usage.outputTokens.toLocaleString(),
          item.endedAt === null ? '…' : formatElapsed(item.endedAt - item.at),
          namesOf(item) || (item.status === 'open' ? copy.stepRunning : copy.stepText),
        ],
      }))}
    />
  );
}

/** Granted and spent budget, by kind. */
export function BudgetTable({ grant, spent }: { grant: Budget | null; spent: Spend }) {
  const bounds = grant ? boundsIn(grant) : [];
  if (bounds.length === 0) return null;
  return (
    <TableView
      label={copy.budget}
      columns={copy.budgetColumns}
      rows={bounds.map(([kind, bound]) => ({
        key: kind,
        cells: [
          copy.budgetKinds[kind],
          amountText(kind, spent[kind]),
          amountText(kind, bound),
          <BudgetBar
            key="left"
            part={bound === 0 ? 0 : (bound - spent[kind]) / bound}
            label={copy.left(amountText(kind, Math.max(0, bound - spent[kind])))}
            className="w-20"
          />,
        ],
      }))}
    />
  );
}

/** Each tool name once, with its count. */
function namesOf({ calls }: StepItem): string {
  const counted = Map.groupBy(calls, ({ name }) => name);
  return [...counted].map(([name, all]) => (all.length > 1 ? `${name} × ${all.length}` : name)).join(', ');
}
