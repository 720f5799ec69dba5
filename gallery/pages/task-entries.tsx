import type { ThreadState, TreeState } from '@retinue/protocol';
import type { ReactNode } from 'react';
import { SidePane } from '../../packages/web/src/components/pane/side-pane.tsx';
import { Facts, PaneContext } from '../../packages/web/src/components/pane-details/pane-context.tsx';
import { PaneEvents } from '../../packages/web/src/components/pane-details/pane-events.tsx';
import { BudgetTable, PaneUsage } from '../../packages/web/src/components/pane-details/pane-usage.tsx';
import { TaskBudget, TaskLabels } from '../../packages/web/src/components/tasks/task-actions.tsx';
import { TaskRow } from '../../packages/web/src/components/tasks/task-row.tsx';
import type { PaneTab } from '../../packages/web/src/components/thread/view-context.ts';
import { type FoundTask, tasksOf } from '../../packages/web/src/store/threads/branch.ts';
import { InChat } from '../in-store.tsx';
import type { SampleChats } from '../sample-chats.ts';
import { type Entries, ignore, type Samples } from '../samples.tsx';

const tabs: PaneTab[] = ['messages', 'context', 'usage', 'events'];

/** Draws a part of the sample task that is in this state. */
function inTask(
  { chat, tasks }: SampleChats['team'],
  state: string,
  draw: (found: FoundTask, tree: TreeState) => ReactNode,
) {
  return (
    <InChat key={state} chat={chat}>
      {(root, tree) =>
        tasksOf(tree, root).flatMap((found) => (found.task.taskId === tasks[state] ? draw(found, tree) : []))
      }
    </InChat>
  );
}

export function taskEntries(_samples: Samples, { team }: SampleChats): Entries {
  const row = (state: string, isRetried = false) =>
    inTask(team, state, ({ task }) => (
      <ul key={task.taskId}>
        <TaskRow task={task} isLast={!isRetried} isRetried={isRetried} />
      </ul>
    ));
  const states = Object.keys(team.tasks);
  return {
    TaskRow: { ...Object.fromEntries(states.map((state) => [state, row(state)])), retried: row('failed', true) },
    TaskBudget: {
      running: inTask(team, 'with a budget', ({ task, child }) => (
        <TaskBudget key="budget" task={task} child={child} />
      )),
    },
    TaskLabels: {
      background: inTask(team, 'background', ({ task }) => <TaskLabels key="labels" task={task} />),
      'second attempt': inTask(team, 'second attempt', ({ task }) => <TaskLabels key="labels" task={task} />),
    },
  };
}

/** The side pane on each of its tabs, and their parts. */
export function paneEntries({ name, long }: Samples, { team }: SampleChats): Entries {
  const spent = { tokens: 34_000, costMicros: 120_000, workMs: 61_000, calls: 4, tasks: 1 };
  const grant = { tokens: 34_000, costMicros: 500_000, workMs: null, calls: null, tasks: null };
  const taskId = team.tasks['with a budget'];
  const pane = (tab: PaneTab) =>
    taskId && (
      <InChat key={tab} chat={team.chat}>
        {() => (
          <div className="h-96 rounded-plain border border-line">
            <SidePane chatId={team.chat.chatId} taskId={taskId} tab={tab} onTab={ignore} onClose={ignore} />
          </div>
        )}
      </InChat>
    );
  const done = (draw: (thread: ThreadState, found: FoundTask, tree: TreeState) => ReactNode) => ({
    'of a task': inTask(team, 'done', (found, tree) => found.child && draw(found.child, found, tree)),
  });
  return {
    SidePane: Object.fromEntries(tabs.map((tab) => [tab, pane(tab)])),
    PaneContext: done((thread, found, tree) => <PaneContext key="context" {...{ tree, thread, found }} />),
    PaneUsage: done((thread, { task }, tree) => <PaneUsage key="usage" {...{ tree, thread, task }} />),
    PaneEvents: done((thread) => <PaneEvents key="events" chatId={team.chat.chatId} thread={thread} />),
    BudgetTable: { 'one of two limits reached': <BudgetTable grant={grant} spent={spent} /> },
    Facts: {
      'one left out': <Facts facts={[[name, long], false, ['Steps', '12']]} />,
    },
  };
}
