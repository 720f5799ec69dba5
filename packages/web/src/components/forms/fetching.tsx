import { Button } from '../../ui/buttons/button.tsx';
import { Note, Waiting } from '../../ui/status/note.tsx';
import { fetchingCopy } from './copy.ts';

interface FetchingProps {
  fetched: { state: 'loading' } | { state: 'failed'; words: string } | { state: 'ready' };
  /** A plural noun without an article, such as "agents". */
  subject: string;
  again: () => void;
}

/** Replaces content that is loading or could not be loaded. */
export function Fetching({ fetched, subject, again }: FetchingProps) {
  if (fetched.state === 'loading') return <Waiting label={fetchingCopy.loading(subject)} />;
  if (fetched.state === 'ready') return null;
  return (
    <Note title={fetchingCopy.failed(subject)}>
      <p className="mb-3">{fetched.words}</p>
      <Button onClick={again}>{fetchingCopy.retry}</Button>
    </Note>
  );
}
