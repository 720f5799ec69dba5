import { CircleAlert } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

/** Attributes that connect a control to its label, help and problem. */
interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  help?: ReactNode;
  problem?: string | undefined;
  /** At the end of the label's line. */
  aside?: ReactNode;
  className?: string;
}

/** A control with its label above, and its problem and help below. */
export function Field(props: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  const { label, help, problem, aside, className = '', children } = props;
  const id = useId();
  const described = describedBy(id, props);
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {aside && <span className="text-tiny tabular-nums text-faint">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': problem ? true : undefined })}
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      <FieldHelp id={id}>{help}</FieldHelp>
    </div>
  );
}

function describedBy(id: string, { help, problem }: Pick<FieldProps, 'help' | 'problem'>): string | undefined {
  return [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ') || undefined;
}

/** Help text of the control with this id. */
export function FieldHelp({ id, className = 'text-pretty', children }: HelpProps) {
  if (!children) return null;
  return (
    <p id={`${id}-help`} dir="auto" className={`text-tiny text-faint ${className}`}>
      {children}
    </p>
  );
}

interface HelpProps {
  id: string;
  className?: string;
  children: ReactNode;
}

export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-tiny font-medium text-bad">
      <CircleAlert size={13} className="mt-0.5 shrink-0" />
      <span className="[overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

interface FieldGroupProps extends FieldProps {
  children?: ReactNode;
  /** The title of the section says the same. */
  isTitled?: boolean;
}

/** Several controls under one label. */
export function FieldGroup(props: FieldGroupProps) {
  const { label, help, problem, children, isTitled = false } = props;
  const id = useId();
  return (
    <fieldset
      tabIndex={-1}
      aria-describedby={describedBy(id, props)}
      data-is-invalid={problem ? true : undefined}
      className="flex min-w-0 flex-col gap-2 outline-none"
    >
      <legend className={isTitled ? 'sr-only' : 'mb-1.5 text-small font-medium'}>{label}</legend>
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      <FieldHelp id={id}>{help}</FieldHelp>
      {children}
    </fieldset>
  );
}

const inputClass =
  'w-full min-w-0 rounded-small border border-faint/75 bg-raised text-small text-ink placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

type InputProps<Attributes> = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  isMono?: boolean;
} & Omit<Attributes, 'onChange' | 'value' | keyof FieldProps>;

/** Separates the frame of a field from the attributes of its control. */
function split<Props extends InputProps<unknown>>({ label, help, problem, aside, className, ...control }: Props) {
  const { onChange, isMono = false, ...attributes } = control;
  return {
    frame: { label, help, problem, aside, ...(className ? { className } : {}) },
    attributes: {
      ...attributes,
      onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    },
    isMono,
  };
}

export function TextField(props: InputProps<InputHTMLAttributes<HTMLInputElement>>) {
  const { frame, attributes, isMono } = split(props);
  const look = `h-field px-2.5 ${isMono ? 'font-mono' : ''} ${inputClass}`;
  return (
    <Field {...frame}>
      {(ids) => (
        <input type="text" autoComplete="off" dir={isMono ? 'ltr' : 'auto'} {...attributes} {...ids} className={look} />
      )}
    </Field>
  );
}

export function TextArea(props: InputProps<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { frame, attributes, isMono } = split(props);
  const look = `resize-y px-2.5 py-2 leading-relaxed ${isMono ? 'font-mono' : ''} ${inputClass}`;
  return (
    <Field {...frame}>{(ids) => <textarea dir="auto" rows={3} {...attributes} {...ids} className={look} />}</Field>
  );
}

type SelectProps = InputProps<SelectHTMLAttributes<HTMLSelectElement>> & {
  choices: readonly { value: string; label: string }[];
};

export function SelectField({ choices, ...props }: SelectProps) {
  const { frame, attributes } = split(props);
  return (
    <Field {...frame}>
      {(ids) => (
        <select {...attributes} {...ids} className={`h-field px-2 ${inputClass}`}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
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
