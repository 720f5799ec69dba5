import { type ReactNode, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { uiCopy } from '../copy.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  message: string;
  action: string;
  cancelLabel?: string;
  /** The dialog closes when it is done. */
  onConfirm: () => Promise<unknown> | unknown;
  onClose: () => void;
}

/** Asks before an action that can't be undone. */
export function Confirm({ title, message, action, cancelLabel = uiCopy.cancel, onConfirm, onClose }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <Dialog label={title} onClose={onClose} className="w-confirm!">
      <p className="px-4 pt-3 text-small text-soft text-pretty">{message}</p>
      <div className="flex flex-wrap justify-end gap-2 p-4">
        <Button data-first onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

type ConfirmedProps = Omit<ConfirmProps, 'onClose' | 'cancelLabel'> & { children: (ask: () => void) => ReactNode };

/** A control that asks before it acts. */
export function Confirmed({ children, ...dialog }: ConfirmedProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {children(() => setAsking(true))}
      {isAsking && <Confirm {...dialog} onClose={() => setAsking(false)} />}
    </>
  );
}
