import { X } from 'lucide-react';
import { useStore, useToasts } from '../../store/use-store.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { shellCopy as copy } from './copy.ts';

export function ToastList() {
  const toasts = useToasts();
  const store = useStore();
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex flex-col items-center gap-2 px-4"
    >
      {toasts.map(({ id, message, tone, action }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-lg items-center gap-3 rounded-plain border bg-raised py-1.5 ps-4 pe-1.5 text-small shadow-float motion-safe:animate-arrive ${tone === 'problem' ? 'border-bad/50' : 'border-line'}`}
        >
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {message}
          </span>
          {action && (
            <button
              type="button"
              className="rounded-small px-2 py-1 font-semibold text-accent hover:bg-hover"
              onClick={() => {
                action.act();
                store.toasts.remove(id);
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton label={copy.closeToast} className="size-7!" onClick={() => store.toasts.remove(id)}>
            <X size={14} />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
