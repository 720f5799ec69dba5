import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** Attributes that connect a control to its label, help and problem. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  help?: ReactNode;
  problem?: string | undefined;
  /** At the end of the label's line. */
  aside?: ReactNode;
  className?: string;
}

/** A control with its label above, and its problem and help below. */
export function Field({
  label,
  help,
  problem,
  aside,
  className = '',
  children,
}: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  const id = useId();
  const described = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {aside && <span className="text-tiny tabular-nums text-faint">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': problem ? true : undefined })}
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      {help && (
        <p id={`${id}-help`} className="text-tiny text-faint text-pretty">
          {help}
        </p>
      )}
    </div>
  );
}

export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-tiny font-medium text-bad">
      <CircleAlert size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="[overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

/** Several controls under one label. */
export function FieldGroup({ label, help, problem, children }: FieldProps & { children?: ReactNode }) {
  const id = useId();
  const described = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <fieldset
      tabIndex={-1}
      aria-describedby={described || undefined}
      data-is-invalid={problem ? true : undefined}
      className="flex min-w-0 flex-col gap-2 outline-none"
    >
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      {help && (
        <p id={`${id}-help`} className="text-tiny text-faint text-pretty">
          {help}
        </p>
      )}
      {children}
    </fieldset>
  );
}
