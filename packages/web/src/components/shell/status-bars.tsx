import type { ThreadId } from '@retinue/protocol';
import { CircleStop, CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useActions, useConnection, useMay, useWorkStop } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { loadFailedParts } from '../../ui/loading/lazy-part.ts';
import { shellCopy as copy } from './copy.ts';

/** Shown above every screen while all work in the workspace or on the server is stopped. */
export function WorkStopBar() {
  const stop = useWorkStop();
  const actions = useActions();
  const mayOwn = useMay('own');
  const mayRun = useMay('run');
  const mayResume = stop?.scope === 'server' ? mayRun : mayOwn;
  return (
    <Bar
      place={stop && copy.stopPlaces[stop.scope]}
      onResume={stop && mayResume ? () => void actions.run(resumeCommands[stop.scope], { params: {} }) : null}
    />
  );
}

/** Shown in a chat while its own work is stopped. */
export function ChatStopBar({ chatId, isStopped }: { chatId: ThreadId; isStopped: boolean }) {
  const actions = useActions();
  const mayWrite = useMay('write');
  return (
    <Bar
      place={isStopped ? copy.stopPlaces.chat : null}
      onResume={mayWrite ? () => void actions.run('resumeChat', { params: { chatId } }) : null}
    />
  );
}

const resumeCommands = { workspace: 'resumeWorkspace', server: 'resumeServer' } as const;

/** Always in the document, so that a screen reader announces a stop. */
function Bar({ place, onResume }: { place: string | null; onResume: (() => void) | null }) {
  return (
    <div role="status">
      {place && (
        <div className="flex items-center justify-center gap-3 border-b border-ask/30 bg-ask-wash px-4 py-1.5 text-small text-ask">
          <span className="flex min-w-0 items-center gap-2">
            <CircleStop size={15} className="shrink-0" />
            <span>{copy.workStopped(place)}</span>
          </span>
          {onResume && (
            <Button onClick={onResume}>
              {copy.resume}
              <span className="sr-only">{copy.resumePlace(place)}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Says when the page may be out of date. */
export function ConnectionBar() {
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'live') loadFailedParts();
  }, [connection]);
  if (connection !== 'reconnecting' && connection !== 'offline') return null;
  return (
    <p
      role="status"
      className="delayed flex items-center justify-center gap-2 border-b border-ask/30 bg-ask-wash px-3 py-1 text-tiny text-ask text-balance"
    >
      <CloudOff size={13} className="shrink-0" />
      {connection === 'offline' ? copy.offline : copy.reconnecting}
    </p>
  );
}
