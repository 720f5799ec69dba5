import type { TaskState } from '@retinue/protocol';
import { Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSingleRequest } from '../store/sending/use-single-request.ts';
import { useActions } from '../store/use-store.ts';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { EditedRetry } from './edited-retry.tsx';
import { usePlace } from './place.ts';

/** Another attempt at a task, with the same instruction or with another. */
export function RetryButtons({ task, isSmall = false }: { task: TaskState; isSmall?: boolean }) {
  const { chatId } = usePlace();
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
          <IconButton label={`Try again: ${task.title}`} title="Try again" onClick={again}>
            <RotateCcw size={14} />
          </IconButton>
          <IconButton
            label={`Edit and retry: ${task.title}`}
            title="Edit and try again …"
            className="max-sm:hidden"
            onClick={edit}
          >
            <Pencil size={14} />
          </IconButton>
        </>
      ) : (
        <>
          <Button icon={<RotateCcw size={13} />} onClick={again}>
            Try again
          </Button>
          <Button variant="quiet" icon={<Pencil size={13} />} onClick={edit}>
            Edit and try again …
          </Button>
        </>
      )}
      {isEditing && <EditedRetry task={task} onClose={() => setEditing(false)} />}
    </>
  );
}
