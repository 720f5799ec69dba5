import type { StepItem, TaskState, TreeState } from '@retinue/protocol';
import { addUsage, costOf, noUsage, spentBy, totalTokens } from '@retinue/protocol';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { unpricedIn } from '../../store/threads/branch.ts';
import { costOfTask, scopeToLoaded, threadsUnder } from '../../store/threads/loaded-task.ts';
import { formatCost, formatElapsed, formatMoney } from '../../store/usage/figures.ts';
import { BudgetTable } from './budget-table.tsx';
import { paneDetailsCopy } from './copy.ts';
import { type Fact, Facts } from './pane-context.tsx';

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
  const total = formatCost(totalTokens(all), costOf(all), unpricedIn(below));
  const spent = { tokens: totalTokens(usage), costMicros: costOf(usage), isFree: false };
  const cost = formatMoney({ ...spent, isPartial: thread.unpricedTokens > 0 });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
    <section tabIndex={0} aria-label={paneDetailsCopy.usage} className="flex flex-1 flex-col gap-5 overflow-y-auto p-4">
      <Facts
        facts={[
          [paneDetailsCopy.inputTokens, paneDetailsCopy.withCached(usage.inputTokens, usage.cachedTokens)],
          [paneDetailsCopy.outputTokens, paneDetailsCopy.withReasoning(usage.outputTokens, usage.reasoningTokens)],
          ...factsIf(
            usage.estimatedTokens > 0,
            paneDetailsCopy.estimated,
            paneDetailsCopy.estimatedTokens(usage.estimatedTokens),
          ),
          ...factsIf(costOf(usage) > 0, paneDetailsCopy.cost, cost),
          [paneDetailsCopy.steps, String(thread.steps)],
          [paneDetailsCopy.runningTime, formatElapsed(thread.workedMs)],
          isOneOfMany
            ? [paneDetailsCopy.thisTask, paneDetailsCopy.taskTotal(total)]
            : [paneDetailsCopy.withSubAgents, paneDetailsCopy.threadTotal(total, below.length)],
        ]}
      />
      <BudgetTable grant={task ? task.grant : thread.grant} spent={task?.outcome?.spent ?? spentBy(thread)} />
      <Steps steps={steps} />
    </section>
  );
}

function factsIf(isShown: boolean, name: string, value: string): Fact[] {
  return isShown ? [[name, value]] : [];
}

function Steps({ steps }: { steps: readonly StepItem[] }) {
  if (steps.length === 0) return <p className="text-small text-soft">{paneDetailsCopy.noSteps}</p>;
  return (
    <div className="prose max-w-none">
      <div className="table-frame">
        <table>
          <thead>
            <tr>
              {paneDetailsCopy.stepColumns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.step}>
                <td>{step.step}</td>
                <td>{step.usage.inputTokens.toLocaleString()}</td>
                <td>{step.usage.outputTokens.toLocaleString()}</td>
                <td>{step.endedAt === null ? '…' : paneDetailsCopy.seconds(step.endedAt - step.at)}</td>
                <td>
                  {namesOf(step) || (step.status === 'open' ? paneDetailsCopy.stepRunning : paneDetailsCopy.stepText)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Each tool name once, with its count. */
function namesOf({ calls }: StepItem): string {
  const counted = Map.groupBy(calls, ({ name }) => name);
  return [...counted].map(([name, all]) => (all.length > 1 ? `${name} × ${all.length}` : name)).join(', ');
}
