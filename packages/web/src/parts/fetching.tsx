import { Button } from '../ui/buttons/button.tsx';
import { Note, Waiting } from '../ui/status/note.tsx';

interface FetchingProps {
  fetched: { state: 'loading' } | { state: 'failed'; words: string } | { state: 'ready' };
  /** As in "the agents". */
  what: string;
  again: () => void;
}

/** In place of what is not there yet, or could not be read. */
export function Fetching({ fetched, what, again }: FetchingProps) {
  if (fetched.state === 'loading') return <Waiting label={`Reading ${what} …`} />;
  if (fetched.state === 'ready') return null;
  return (
    <Note title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}>
      <p className="mb-3">{fetched.words}</p>
      <Button onClick={again}>Try again</Button>
    </Note>
  );
}
