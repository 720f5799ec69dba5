import type { TaskState } from '@retinue/protocol';
import { Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../store/use-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/inputs.tsx';
import { usePlace } from './place.ts';

/** Another attempt at a task, with the same instruction or with another. */
export function RetryButtons({ task, isSmall = false }: { task: TaskState; isSmall?: boolean }) {
  const { chatId } = usePlace();
  const actions = useActions();
  const [isEditing, setEditing] = useState(false);
  const again = () => void actions.retryTask(chatId, task.taskId, null);
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
          <Button look="quiet" icon={<Pencil size={13} />} onClick={edit}>
            Edit and try again …
          </Button>
        </>
      )}
      {isEditing && <EditedRetry task={task} onClose={() => setEditing(false)} />}
    </>
  );
}

function EditedRetry({ task, onClose }: { task: TaskState; onClose: () => void }) {
  const { chatId } = usePlace();
  const actions = useActions();
  const [instruction, setInstruction] = useState(task.instruction);
  const [isBusy, setBusy] = useState(false);
  const isEmpty = instruction.trim() === '';
  const send = async () => {
    if (isEmpty || isBusy) return;
    setBusy(true);
    if (await actions.retryTask(chatId, task.taskId, instruction)) onClose();
    else setBusy(false);
  };
  return (
    <Dialog label="Edit and try again" onClose={onClose}>
      <form
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label="Instruction"
          data-first
          rows={9}
          value={instruction}
          problem={isEmpty ? 'Say what is to be done.' : undefined}
          help="It begins anew with this, as the next attempt under the same call. What the attempt before did stays to be seen."
          onChange={setInstruction}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={isEmpty || isBusy}>
            {isBusy ? 'Sending …' : 'Try again'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
