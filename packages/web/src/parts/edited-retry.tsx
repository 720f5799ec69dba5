import type { TaskState } from '@retinue/protocol';
import { useState } from 'react';
import { useSingleRequest } from '../store/sending/use-single-request.ts';
import { useActions } from '../store/use-store.ts';
import { Button } from '../ui/buttons/button.tsx';
import { TextArea } from '../ui/forms/inputs.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { usePlace } from './place.ts';

/** Another attempt at a task, with another instruction. */
export function EditedRetry({ task, onClose }: { task: TaskState; onClose: () => void }) {
  const { chatId } = usePlace();
  const actions = useActions();
  const [instruction, setInstruction] = useState(task.instruction);
  const retry = useSingleRequest([chatId, task.taskId, instruction], (idempotencyKey) =>
    actions.retryTask(chatId, task.taskId, instruction, idempotencyKey),
  );
  const isEmpty = instruction.trim() === '';
  const send = async () => {
    if (!isEmpty && (await retry.send())) onClose();
  };
  return (
    <Dialog label="Edit and try again" onClose={onClose}>
      <form
        data-is-dirty={instruction !== task.instruction || undefined}
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
          problem={isEmpty ? 'Enter an instruction.' : undefined}
          help="Runs the task again with these instructions. The previous attempt stays visible."
          onChange={setInstruction}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={isEmpty || retry.isBusy}>
            {retry.isBusy ? 'Sending …' : 'Try again'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
