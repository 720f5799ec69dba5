import type { StepItem, TaskState, TreeState } from '@retinue/protocol';
import { addUsage, costOf, noUsage, spentBy, totalTokens } from '@retinue/protocol';
import type { LoadedThread } from '../store/chat-tree.ts';
import { costWords, countWords, elapsedWords, moneyWords } from '../store/figures.ts';
import { costOfTask, scopeToLoaded, threadsUnder } from '../store/scope.ts';
import { unpricedIn } from '../store/work.ts';
import { BudgetTable } from './budget-table.tsx';
import { type Fact, Facts } from './pane-context.tsx';

interface UsageProps {
  tree: TreeState;
  thread: LoadedThread;
  task: TaskState | null;
}

/** What it cost: the thread itself, everything below it, and step by step. */
export function PaneUsage({ tree, thread, task }: UsageProps) {
  const { usage } = thread;
  const below = threadsUnder(tree, thread.threadId);
  const all = task ? costOfTask(tree, task) : below.reduce((sum, each) => addUsage(sum, each.usage), noUsage);
  const served = task ? scopeToLoaded(tree, thread, task) : thread;
  const steps = served.items.filter((item) => item.type === 'step');
  const isOneOfMany = served !== thread;
  const allWords = costWords(totalTokens(all), costOf(all), unpricedIn(below));
  const ownCost = moneyWords({
    tokens: totalTokens(usage),
    costMicros: costOf(usage),
    isFree: false,
    isPartial: thread.unpricedTokens > 0,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
    <section tabIndex={0} aria-label="Usage" className="flex flex-1 flex-col gap-5 overflow-y-auto p-4">
      <Facts
        facts={[
          [
            'Read by the model',
            `${usage.inputTokens.toLocaleString()} tokens, ${usage.cachedTokens.toLocaleString()} of them cached`,
          ],
          [
            'Written by it',
            `${usage.outputTokens.toLocaleString()} tokens, ${usage.reasoningTokens.toLocaleString()} of them thoughts`,
          ],
          ...(usage.estimatedTokens > 0
            ? ([
                ['Guessed', `${usage.estimatedTokens.toLocaleString()} tokens of attempts that were cut`],
              ] satisfies Fact[])
            : []),
          ...(costOf(usage) > 0 ? ([['Cost', ownCost]] satisfies Fact[]) : []),
          ['Steps', String(thread.steps)],
          ['Time at work', elapsedWords(thread.workedMs)],
          isOneOfMany
            ? ['This task alone', `${allWords}, with all below it`]
            : ['With all below it', `${allWords} in ${countWords(below.length, 'thread')}`],
        ]}
      />
      <BudgetTable grant={task ? task.grant : thread.grant} spent={task?.outcome?.spent ?? spentBy(thread)} />
      <Steps steps={steps} />
    </section>
  );
}

function Steps({ steps }: { steps: readonly StepItem[] }) {
  if (steps.length === 0) return <p className="text-small text-soft">No step has been taken yet.</p>;
  return (
    <div className="words max-w-none">
      <div className="table-frame">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Read</th>
              <th scope="col">Written</th>
              <th scope="col">Took</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.step}>
                <td>{step.step}</td>
                <td>{step.usage.inputTokens.toLocaleString()}</td>
                <td>{step.usage.outputTokens.toLocaleString()}</td>
                <td>{step.endedAt === null ? '…' : `${((step.endedAt - step.at) / 1000).toFixed(1)}s`}</td>
                <td>{namesOf(step) || (step.status === 'open' ? 'at work' : 'words')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Each once, with how often. */
function namesOf({ calls }: StepItem): string {
  const counted = Map.groupBy(calls, ({ name }) => name);
  return [...counted].map(([name, all]) => (all.length > 1 ? `${name} × ${all.length}` : name)).join(', ');
}
