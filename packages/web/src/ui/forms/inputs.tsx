import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

const inputClass =
  'w-full min-w-0 rounded-small border border-faint/75 bg-raised text-ink placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

type InputProps<Attributes> = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  isMono?: boolean;
} & Omit<Attributes, 'onChange' | 'value' | keyof FieldProps>;

export function TextField({
  label,
  help,
  problem,
  aside,
  className = '',
  onChange,
  isMono = false,
  ...rest
}: InputProps<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field label={label} help={help} problem={problem} aside={aside} className={className}>
      {(attributes) => (
        <input
          type="text"
          autoComplete="off"
          dir={isMono ? 'ltr' : 'auto'}
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.target.value)}
          className={`h-field px-2.5 text-small ${isMono ? 'font-mono' : ''} ${inputClass}`}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  help,
  problem,
  aside,
  className = '',
  onChange,
  isMono = false,
  rows = 3,
  ...rest
}: InputProps<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} help={help} problem={problem} aside={aside} className={className}>
      {(attributes) => (
        <textarea
          dir="auto"
          rows={rows}
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.target.value)}
          className={`resize-y px-2.5 py-2 text-small leading-relaxed ${isMono ? 'font-mono' : ''} ${inputClass}`}
        />
      )}
    </Field>
  );
}

export function SelectField({
  label,
  help,
  problem,
  aside,
  className = '',
  onChange,
  choices,
  ...rest
}: InputProps<SelectHTMLAttributes<HTMLSelectElement>> & { choices: readonly { value: string; label: string }[] }) {
  return (
    <Field label={label} help={help} problem={problem} aside={aside} className={className}>
      {(attributes) => (
        <select
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.target.value)}
          className={`h-field px-2 text-small ${inputClass}`}
        >
          {choices.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Short fields in two columns on wide pages. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2">{children}</div>;
}
