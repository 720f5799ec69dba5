import type { ThreadId } from '@retinue/protocol';
import { CircleStop } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../store/use-library.ts';
import { useActions, useWorkStop } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { shellCopy } from './copy.ts';

/** Shown above every screen while all work in the workspace or on the server is stopped. */
export function WorkStopBar() {
  const stop = useWorkStop();
  const actions = useActions();
  const mayOwn = useMay('own');
  const mayRun = useMay('run');
  const mayResume = stop?.scope === 'server' ? mayRun : mayOwn;
  return (
    <Bar
      place={stop && shellCopy.stopPlaces[stop.scope]}
      onResume={stop && mayResume ? () => void actions.resumeWork(stop.scope) : null}
    />
  );
}

/** Shown in a chat while its own work is stopped. */
export function ChatStopBar({ chatId, isStopped }: { chatId: ThreadId; isStopped: boolean }) {
  const actions = useActions();
  const mayWrite = useMay('write');
  return (
    <Bar
      place={isStopped ? shellCopy.stopPlaces.chat : null}
      onResume={mayWrite ? () => void actions.resumeAll(chatId) : null}
    />
  );
}

/** Always in the document, so that a screen reader announces a stop. */
function Bar({ place, onResume }: { place: string | null; onResume: (() => void) | null }): ReactNode {
  return (
    <div role="status">
      {place && (
        <div className="flex items-center justify-center gap-3 border-b border-ask/30 bg-ask-wash px-4 py-1.5 text-small text-ask">
          <span className="flex min-w-0 items-center gap-2">
            <CircleStop size={15} aria-hidden="true" className="shrink-0" />
            <span>{shellCopy.workStopped(place)}</span>
          </span>
          {onResume && (
            <Button onClick={onResume}>
              {shellCopy.resume}
              <span className="sr-only">{shellCopy.resumePlace(place)}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
