import { CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../store/use-library.ts';
import { useActions, useWorkStop } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';

/** The kill switch of the workspace, and of the server for whoever runs it. */
export function StopSection() {
  const stop = useWorkStop();
  const mayOwn = useMay('own');
  const mayRun = useMay('run');
  if (!mayOwn) return null;
  return (
    <>
      <Section title="Stop all work" help="Cancels everything that runs. Nothing starts until you resume.">
        <div className="flex flex-wrap items-start gap-2">
          {stop?.scope !== 'server' && <Switch scope="workspace" isStopped={stop !== null} />}
          {mayRun && <Switch scope="server" isStopped={stop?.scope === 'server'} />}
        </div>
      </Section>
      <hr className="border-line" />
    </>
  );
}

/** One button for both ways, so that the focus stays on it. */
function Switch({ scope, isStopped }: { scope: 'workspace' | 'server'; isStopped: boolean }) {
  const actions = useActions();
  const [isAsking, setAsking] = useState(false);
  const where = scope === 'server' ? 'on this server' : 'in this workspace';
  return (
    <>
      <Button
        variant={isStopped ? 'plain' : 'danger'}
        icon={isStopped ? <Play size={14} /> : <CircleStop size={14} />}
        onClick={() => (isStopped ? void actions.resumeWork(scope) : setAsking(true))}
      >
        {isStopped ? 'Resume' : 'Stop'} work {where}
      </Button>
      {isAsking && (
        <Confirm
          title={`Stop all work ${where}?`}
          message="Running work is canceled. Messages, answers and approvals are kept until you resume."
          action="Stop all work"
          onConfirm={() => (scope === 'server' ? actions.stopServer() : actions.stopWorkspace())}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
