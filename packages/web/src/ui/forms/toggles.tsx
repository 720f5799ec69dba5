import { type ReactNode, useId } from 'react';
import { RowLabel } from './row-label.tsx';

interface ToggleProps {
  label: ReactNode;
  help?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  mark?: ReactNode;
  isDisabled?: boolean;
}

const switchClass =
  'relative z-1 h-5 w-9 shrink-0 appearance-none rounded-full border border-faint bg-raised transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-3.5 before:rounded-full before:bg-faint before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-ink rtl:checked:before:-translate-x-4 disabled:opacity-50';

/** A switch with its label and help text. Takes effect at once. */
export function Switch({ label, help, isOn, onChange, mark, isDisabled = false }: ToggleProps) {
  const id = useId();
  return (
    <div className="relative flex items-center gap-3 px-3 py-2.5 hover:bg-hover">
      {mark}
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-small font-medium after:absolute after:inset-0 after:cursor-pointer">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} dir="auto" className="line-clamp-2 text-tiny text-faint">
            {help}
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
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={switchClass}
      />
    </div>
  );
}

/** A switch whose visible label is elsewhere. */
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
      className={switchClass}
    />
  );
}

export function Check({ label, help, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="relative flex items-start gap-2.5 px-3 py-2 hover:bg-hover">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative z-1 mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <RowLabel id={id} label={label} help={help} className="after:absolute after:inset-0 after:cursor-pointer" />
      </div>
    </div>
  );
}

/** A frame around form rows. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line overflow-hidden rounded-plain border border-line bg-raised">{children}</div>
  );
}
