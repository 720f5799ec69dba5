import { Download, LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Outcome } from '../../store/forms.ts';
import { formatCount } from '../../store/usage/figures.ts';
import { useLibrary } from '../../store/use-library.ts';
import { useActions } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldProblem } from '../../ui/forms/field.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { May } from '../may.tsx';
import { ImportChat } from './import-chat.tsx';
import { SetUpLink } from './set-up-link.tsx';

/** What is kept, how to carry it elsewhere, and who gets at it. */
export function KeepingSection() {
  const actions = useActions();
  return (
    <div className="flex flex-col gap-6">
      <May right="run">
        <Section title="Backup" help="The whole store in one file: every workspace, chat and agent.">
          <div className="flex flex-col items-start gap-2">
            <Button
              icon={<Download size={14} aria-hidden="true" />}
              onClick={() => void actions.download('/api/backup', 'retinue-backup.jsonl')}
            >
              Download a backup
            </Button>
            <p className="text-tiny text-faint text-pretty">
              To bring it back, stop the server and run <code className="font-mono">retinue restore</code> with the
              file.
            </p>
          </div>
        </Section>
      </May>
      <May right="write">
        <Section title="Import a chat" help="From a file that Retinue exported, with all its sub-agents.">
          <ImportChat />
        </Section>
      </May>
      <May right="run">
        <Section title="Verify" help="Walks every link of the store both ways, and tells what does not hold.">
          <Verify />
        </Section>
        <Section title="Another browser" help="Signs a second browser or phone in to this Retinue.">
          <SetUpLink />
        </Section>
      </May>
      <Section title="Sign out" help="This browser only. What agents are working on goes on.">
        <SignOut />
      </Section>
    </div>
  );
}

type Findings = { findings: { rule: string; about: string; words: string }[] };

function Verify() {
  const library = useLibrary();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Findings> | null>(null);
  const verify = async () => {
    setBusy(true);
    setOutcome(await library.verify());
    setBusy(false);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={<ShieldCheck size={14} />} disabled={isBusy} onClick={() => void verify()}>
        {isBusy ? 'Verifying …' : 'Verify the store'}
      </Button>
      <div role="status" className="w-full text-small">
        {!isBusy && outcome && <VerifyResult outcome={outcome} />}
      </div>
    </div>
  );
}

function VerifyResult({ outcome }: { outcome: Outcome<Findings> }) {
  if ('refusal' in outcome) return <FieldProblem>{outcome.refusal.words}</FieldProblem>;
  const { findings } = outcome.value;
  if (findings.length === 0) return <p className="text-good">Everything holds: nothing was found.</p>;
  return (
    <>
      <p className="font-medium text-bad">{formatCount(findings.length, 'thing does', 'things do')} not hold:</p>
      <ul className="mt-2 flex flex-col gap-2">
        {findings.map(({ rule, about, words }) => (
          <li key={`${rule} ${about} ${words}`} className="rounded-small border border-line bg-raised px-3 py-2">
            <p className="[overflow-wrap:anywhere]">{words}</p>
            <p className="font-mono text-tiny text-faint [overflow-wrap:anywhere]">
              {rule} · {about}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function SignOut() {
  const library = useLibrary();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async () => {
    const outcome = await library.signOut();
    if ('refusal' in outcome) setProblem(outcome.refusal.words);
    else location.assign('/');
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="danger" icon={<LogOut size={14} />} onClick={() => setAsking(true)}>
        Sign this browser out
      </Button>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      {isAsking && (
        <Confirm
          title="Sign this browser out?"
          message="To sign in again you need a new link: from another browser that is signed in, or from the terminal where the server runs (retinue link)."
          action="Sign out"
          onConfirm={signOut}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
