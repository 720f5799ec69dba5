import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../buttons/button.tsx';

interface DialogProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
  /** Without a head of its own the content says what it is. */
  hasHead?: boolean;
  className?: string;
}

/**
 * In the way of everything until it is closed: the browser's own dialog keeps the focus inside and gives it back. What has `data-first` in
 * it gets the focus; `autoFocus` comes too early, while the dialog is still hidden.
 */
export function Dialog({ label, onClose, children, hasHead = true, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isMounted = useRef(false);
  // Before it is seen: whoever types at once types into it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    isMounted.current = true;
    if (shown && !shown.open) {
      shown.showModal();
      // The browser would take the first button, which is the one that closes it.
      (shown.querySelector<HTMLElement>('[data-first]') ?? shown).focus();
    }
    return () => {
      isMounted.current = false;
      shown?.close();
    };
  }, []);
  // The browser tells of a close a little later: by then another dialog may be open in its place.
  const onClosed = () => isMounted.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is for the backdrop.
    <dialog
      ref={dialog}
      aria-label={label}
      tabIndex={-1}
      onClose={onClosed}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`m-auto max-h-[85dvh] w-[min(36rem,calc(100vw-2rem))] rounded-large border border-line bg-raised p-0 text-ink shadow-float outline-none motion-safe:animate-arrive ${className}`}
    >
      {hasHead && (
        <header className="flex items-center justify-between border-b border-line py-2 ps-4 pe-2">
          <h2 className="font-semibold">{label}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={16} />
          </IconButton>
        </header>
      )}
      {children}
    </dialog>
  );
}
