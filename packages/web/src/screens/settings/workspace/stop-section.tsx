import { CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../store/use-library.ts';
import { useActions, useWorkStop } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { workspaceCopy } from './copy.ts';

const copy = workspaceCopy.stop;

/** Stops all work of the workspace, and of the server for those who run it. */
export function StopSection() {
  const stop = useWorkStop();
  const mayOwn = useMay('own');
  const mayRun = useMay('run');
  if (!mayOwn) return null;
  return (
    <>
      <Section title={copy.title} help={copy.lead}>
        <div className="flex flex-wrap items-start gap-2">
          {stop?.scope !== 'server' && <StopButton scope="workspace" isStopped={stop !== null} />}
          {mayRun && <StopButton scope="server" isStopped={stop?.scope === 'server'} />}
        </div>
      </Section>
      <hr className="border-line" />
    </>
  );
}

/** One button stops and resumes, so that it keeps the focus. */
function StopButton({ scope, isStopped }: { scope: 'workspace' | 'server'; isStopped: boolean }) {
  const actions = useActions();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={isStopped ? 'plain' : 'danger'}
        icon={isStopped ? <Play size={14} /> : <CircleStop size={14} />}
        onClick={() => (isStopped ? void actions.resumeWork(scope) : setAsking(true))}
      >
        {isStopped ? copy.resume[scope] : copy.stop[scope]}
      </Button>
      {isAsking && (
        <Confirm
          title={copy.confirmTitle[scope]}
          message={copy.confirmText}
          action={copy.title}
          onConfirm={() => (scope === 'server' ? actions.stopServer() : actions.stopWorkspace())}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
