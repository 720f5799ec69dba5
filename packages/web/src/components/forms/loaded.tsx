import type { ReactNode } from 'react';
import type { Fetched } from '../../store/use-library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note, Waiting } from '../../ui/status.tsx';
import { fetchingCopy as copy } from './copy.ts';

interface LoadedProps<Value> {
  fetched: Fetched<Value> & { again: () => void };
  /** A plural noun without an article, such as "agents". */
  subject: string;
  children: (value: Value) => ReactNode;
}

/** Draws a value once it is loaded; until then, a loading or an error message. */
export function Loaded<Value>({ fetched, subject, children }: LoadedProps<Value>) {
  if (fetched.state === 'ready') return children(fetched.value);
  if (fetched.state === 'loading') return <Waiting label={copy.loading(subject)} />;
  return (
    <Note title={copy.failed(subject)}>
      <p className="mb-3">{fetched.message}</p>
      <Button onClick={fetched.again}>{copy.retry}</Button>
    </Note>
  );
}
