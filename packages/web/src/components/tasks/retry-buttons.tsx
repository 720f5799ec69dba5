import type { TaskState } from '@retinue/protocol';
import { Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSingleRequest } from '../../store/sending/use-single-request.ts';
import { useActions } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { tasksCopy } from './copy.ts';
import { RetryDialog } from './retry-dialog.tsx';

/** Starts another attempt at a task, with the same or an edited instruction. */
export function RetryButtons({ task, isSmall = false }: { task: TaskState; isSmall?: boolean }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const [isEditing, setEditing] = useState(false);
  const retry = useSingleRequest([chatId, task.taskId], (idempotencyKey) =>
    actions.retryTask(chatId, task.taskId, null, idempotencyKey),
  );
  const again = () => void retry.send();
  const edit = () => setEditing(true);
  return (
    <>
      {isSmall ? (
        <>
          <IconButton label={tasksCopy.retryTask(task.title)} title={tasksCopy.retry} onClick={again}>
            <RotateCcw size={14} />
          </IconButton>
          <IconButton
            label={tasksCopy.editAndRetryTask(task.title)}
            title={tasksCopy.editAndRetryHint}
            className="max-sm:hidden"
            onClick={edit}
          >
            <Pencil size={14} />
          </IconButton>
        </>
      ) : (
        <>
          <Button icon={<RotateCcw size={13} />} onClick={again}>
            {tasksCopy.retry}
          </Button>
          <Button variant="quiet" icon={<Pencil size={13} />} onClick={edit}>
            {tasksCopy.editAndRetryHint}
          </Button>
        </>
      )}
      {isEditing && <RetryDialog task={task} onClose={() => setEditing(false)} />}
    </>
  );
}
