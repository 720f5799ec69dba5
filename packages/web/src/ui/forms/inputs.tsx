import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

const frame =
  'w-full min-w-0 rounded-small border border-faint/75 bg-raised text-ink placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

type Own<Attributes> = FieldProps & {
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
}: Own<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field label={label} help={help} problem={problem} aside={aside} className={className}>
      {(bound) => (
        <input
          type="text"
          autoComplete="off"
          dir={isMono ? 'ltr' : 'auto'}
          {...rest}
          {...bound}
          onChange={(event) => onChange(event.target.value)}
          className={`h-9 px-2.5 text-small ${isMono ? 'font-mono' : ''} ${frame}`}
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
}: Own<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} help={help} problem={problem} aside={aside} className={className}>
      {(bound) => (
        <textarea
          dir="auto"
          rows={rows}
          {...rest}
          {...bound}
          onChange={(event) => onChange(event.target.value)}
          className={`resize-y px-2.5 py-2 text-small leading-relaxed ${isMono ? 'font-mono' : ''} ${frame}`}
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
}: Own<SelectHTMLAttributes<HTMLSelectElement>> & { choices: readonly { value: string; words: string }[] }) {
  return (
    <Field label={label} help={help} problem={problem} aside={aside} className={className}>
      {(bound) => (
        <select
          {...rest}
          {...bound}
          onChange={(event) => onChange(event.target.value)}
          className={`h-9 px-2 text-small ${frame}`}
        >
          {choices.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Numbers side by side where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2">{children}</div>;
}
