import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { uiCopy } from '../copy.ts';

interface DialogProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
  /** False if the content has a heading of its own. */
  hasHead?: boolean;
  className?: string;
}

/**
 * A modal dialog of the browser, which keeps the focus inside and returns it. The element with `data-first` gets the focus:
 * `autoFocus` is too early, while the dialog is still hidden.
 */
export function Dialog({ label, onClose, children, hasHead = true, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isMounted = useRef(false);
  // Before the first paint, so that the first keystroke reaches it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    isMounted.current = true;
    if (shown && !shown.open) {
      shown.showModal();
      // By default the browser focuses the first button, which closes the dialog.
      (shown.querySelector<HTMLElement>('[data-first]') ?? shown).focus();
    }
    return () => {
      isMounted.current = false;
      shown?.close();
    };
  }, []);
  // The browser reports a close late; another dialog may be open by then.
  const onClosed = () => isMounted.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is for the backdrop.
    <dialog
      ref={dialog}
      aria-label={label}
      tabIndex={-1}
      onClose={onClosed}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`m-auto max-h-dialog-height w-dialog rounded-large border border-line bg-raised p-0 text-ink shadow-float outline-none motion-safe:animate-arrive ${className}`}
    >
      {hasHead && (
        <header className="flex items-center justify-between border-b border-line py-2 ps-4 pe-2">
          <h2 className="font-semibold">{label}</h2>
          <IconButton label={uiCopy.close} onClick={onClose}>
            <X size={16} />
          </IconButton>
        </header>
      )}
      {children}
    </dialog>
  );
}
