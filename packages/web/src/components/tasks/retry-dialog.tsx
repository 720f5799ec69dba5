import type { TaskState } from '@retinue/protocol';
import { useState } from 'react';
import { useSingleRequest } from '../../store/sending/use-single-request.ts';
import { useActions } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { tasksCopy } from './copy.ts';

export function RetryDialog({ task, onClose }: { task: TaskState; onClose: () => void }) {
  const { chatId } = useViewContext();
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
    <Dialog label={tasksCopy.editAndRetry} onClose={onClose}>
      <form
        data-is-dirty={instruction !== task.instruction || undefined}
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label={tasksCopy.instruction}
          data-first
          rows={9}
          value={instruction}
          problem={isEmpty ? tasksCopy.instructionMissing : undefined}
          help={tasksCopy.retryHelp}
          onChange={setInstruction}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{tasksCopy.cancel}</Button>
          <Button variant="primary" type="submit" disabled={isEmpty || retry.isBusy}>
            {retry.isBusy ? tasksCopy.sending : tasksCopy.retry}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
