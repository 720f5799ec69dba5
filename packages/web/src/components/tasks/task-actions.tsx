import type { TaskState, TaskStatus, ThreadState } from '@retinue/protocol';
import { type ReactNode, useState } from 'react';
import { drainOf, drainOfEnded } from '../../store/budgets.ts';
import { useSingleRequest } from '../../store/sending/use-single-request.ts';
import { useActions } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BudgetBar } from '../../ui/charts/budget-bar.tsx';
import { TextArea } from '../../ui/forms/fields.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { taskMenu } from '../menus/copy.ts';
import { type OfferedChoice, useMenu } from '../menus/use-menu.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { tasksCopy as copy } from './copy.ts';

/** The actions that a task offers now, and the dialog that one of them opens. `isLast`: no attempt came after it. */
export function useTaskActions(
  task: TaskState,
  status: TaskStatus,
  isLast: boolean,
): { actions: readonly OfferedChoice[]; dialog: ReactNode } {
  const { chatId } = useViewContext();
  const [isEditing, setEditing] = useState(false);
  const { taskId, outcome, isBackground } = task;
  const shown = { outcome, isBackground, status, isLast };
  return {
    actions: useMenu(taskMenu, shown, { chatId, taskId }, () => setEditing(true)),
    dialog: isEditing && <RetryDialog task={task} onClose={() => setEditing(false)} />,
  };
}

/** Edits the instruction before the next attempt. */
function RetryDialog({ task, onClose }: { task: TaskState; onClose: () => void }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const { taskId } = task;
  const [instruction, setInstruction] = useState(task.instruction);
  const retry = useSingleRequest([chatId, taskId, instruction], (idempotencyKey) =>
    actions.run('retryTask', { params: { chatId, taskId }, body: { instruction } }, { idempotencyKey }),
  );
  const isEmpty = instruction.trim() === '';
  const send = async () => {
    if (!isEmpty && (await retry.send())) onClose();
  };
  return (
    <Dialog label={copy.editAndRetry} onClose={onClose}>
      <form
        data-is-dirty={instruction !== task.instruction || undefined}
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label={copy.instruction}
          data-first
          rows={9}
          value={instruction}
          problem={isEmpty ? copy.instructionMissing : undefined}
          help={copy.retryHelp}
          onChange={setInstruction}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{copy.cancel}</Button>
          <Button variant="primary" type="submit" disabled={isEmpty || retry.isBusy}>
            {retry.isBusy ? copy.sending : copy.retry}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface TaskBudgetProps {
  task: TaskState;
  child: ThreadState | null;
  className?: string;
}

/** The rest of a task's budget; nothing if it has none. */
export function TaskBudget({ task, child, ...rest }: TaskBudgetProps) {
  const isRunning = task.outcome === null && child?.parent?.taskId === task.taskId;
  const drain = isRunning ? drainOf(child) : drainOfEnded(task.grant, task.outcome?.spent ?? null);
  return drain && <BudgetBar {...drain} {...rest} />;
}

/** Labels for a later attempt, a reactivated sub-agent and a background task. */
export function TaskLabels({ task }: { task: TaskState }) {
  const labels = [
    ...(task.reactivates !== null
      ? [task.retryOf ? copy.reactivatedAgain : copy.reactivated]
      : task.attempt > 1
        ? [copy.attempt(task.attempt)]
        : []),
    ...(task.isBackground ? [copy.background] : []),
  ];
  return labels.map((label) => (
    <span key={label} className="shrink-0 rounded-small bg-sunken px-1.5 text-tiny text-soft">
      {label}
    </span>
  ));
}
