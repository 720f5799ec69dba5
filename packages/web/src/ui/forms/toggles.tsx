import { type ReactNode, useId } from 'react';
import { RowLabel } from './row-label.tsx';

interface ToggleProps {
  label: ReactNode;
  words?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  mark?: ReactNode;
  isDisabled?: boolean;
}

const look =
  'relative z-1 h-5 w-9 shrink-0 appearance-none rounded-full border border-faint bg-raised transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-3.5 before:rounded-full before:bg-faint before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-ink rtl:checked:before:-translate-x-4 disabled:opacity-50';

/** On or off at once, with what it means beside it. */
export function Switch({ label, words, isOn, onChange, mark, isDisabled = false }: ToggleProps) {
  const id = useId();
  return (
    <div className="relative flex items-center gap-3 px-3 py-2.5 hover:bg-hover">
      {mark}
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-small font-medium after:absolute after:inset-0 after:cursor-pointer">
          {label}
        </label>
        {words && (
          <p id={`${id}-words`} dir="auto" className="line-clamp-2 text-tiny text-faint">
            {words}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        aria-describedby={words ? `${id}-words` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={look}
      />
    </div>
  );
}

/** The same without words of its own: what it turns stands beside it. */
export function BareSwitch({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
      className={look}
    />
  );
}

export function Check({ label, words, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="relative flex items-start gap-2.5 px-3 py-2 hover:bg-hover">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={words ? `${id}-words` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative z-1 mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <RowLabel id={id} label={label} words={words} className="after:absolute after:inset-0 after:cursor-pointer" />
      </div>
    </div>
  );
}

/** A frame around rows that belong together. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line overflow-hidden rounded-plain border border-line bg-raised">{children}</div>
  );
}
