import { useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  words: string;
  action: string;
  stay?: string;
  /** The dialog closes once it is done. */
  onConfirm: () => Promise<unknown> | unknown;
  onClose: () => void;
}

/** Asks once before something that can't be taken back. */
export function Confirm({ title, words, action, stay = 'Cancel', onConfirm, onClose }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <Dialog label={title} onClose={onClose} className="w-[min(28rem,calc(100vw-2rem))]!">
      <p className="px-4 pt-3 text-small text-soft text-pretty">{words}</p>
      <div className="flex flex-wrap justify-end gap-2 p-4">
        <Button data-first onClick={onClose}>
          {stay}
        </Button>
        <Button look="danger" disabled={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
