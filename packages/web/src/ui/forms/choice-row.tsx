import { type ReactNode, useId } from 'react';
import { RowLabel } from './row-label.tsx';

interface RowChoice {
  value: string;
  label: string;
  isDisabled?: boolean;
}

interface ChoiceRowProps {
  label: ReactNode;
  help?: ReactNode;
  value: string;
  choices: readonly RowChoice[];
  onChange: (value: string) => void;
  isDisabled?: boolean;
}

/** A select at the end of its label's line. */
export function ChoiceRow({ label, help, value, choices, onChange, isDisabled = false }: ChoiceRowProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <RowLabel id={id} label={label} help={help} className="[overflow-wrap:anywhere]" />
      </div>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 max-w-full min-w-0 rounded-small border border-faint/75 bg-raised px-2 text-small text-ink focus-visible:outline-offset-0 disabled:opacity-60"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.isDisabled ?? false}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
