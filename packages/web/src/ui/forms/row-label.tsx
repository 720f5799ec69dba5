import type { ReactNode } from 'react';

/** What a row of a form is called, and what is said of it below that. */
export function RowLabel({ id, label, words, className = '' }: RowWordsProps) {
  return (
    <>
      <label htmlFor={id} className={`block text-small font-medium ${className}`}>
        {label}
      </label>
      {words && (
        <p id={`${id}-words`} className="text-tiny text-faint text-pretty">
          {words}
        </p>
      )}
    </>
  );
}

interface RowWordsProps {
  id: string;
  label: ReactNode;
  words?: ReactNode;
  className?: string;
}
