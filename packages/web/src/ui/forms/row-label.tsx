import type { ReactNode } from 'react';

/** Label of a form row, with help text below. */
export function RowLabel({ id, label, help, className = '' }: RowLabelProps) {
  return (
    <>
      <label htmlFor={id} className={`block text-small font-medium ${className}`}>
        {label}
      </label>
      {help && (
        <p id={`${id}-help`} className="text-tiny text-faint text-pretty">
          {help}
        </p>
      )}
    </>
  );
}

interface RowLabelProps {
  id: string;
  label: ReactNode;
  help?: ReactNode;
  className?: string;
}
