import { useId } from 'react';

interface SegmentsProps<Key extends string> {
  label: string;
  options: readonly { key: Key; label: string }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** One of a few options, all visible. */
export function Segments<Key extends string>({ label, options, value, onChange }: SegmentsProps<Key>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full overflow-x-auto rounded-plain border border-line-strong bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.key}
          className="relative cursor-pointer rounded-small px-3 py-1 text-small font-medium whitespace-nowrap text-soft hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.key}
            onChange={() => onChange(option.key)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
