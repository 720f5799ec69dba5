import { Download, LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { May } from '../../../components/may.tsx';
import type { Outcome } from '../../../store/outcome.ts';
import { useLibrary } from '../../../store/use-library.ts';
import { useActions } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FieldProblem } from '../../../ui/forms/field.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { storageCopy as copy } from './copy.ts';
import { ImportChat } from './import-chat.tsx';
import { SignInLink } from './sign-in-link.tsx';

/** Backup, import, verification and sign-in. */
export function StorageSection() {
  const actions = useActions();
  return (
    <div className="flex flex-col gap-6">
      <May right="run">
        <Section title={copy.backup.title} help={copy.backup.lead}>
          <div className="flex flex-col items-start gap-2">
            <Button
              icon={<Download size={14} aria-hidden="true" />}
              onClick={() => void actions.download('/api/backup', 'retinue-backup.jsonl')}
            >
              {copy.backup.action}
            </Button>
            <p className="text-tiny text-faint text-pretty">
              {copy.backup.restoreBefore}
              <code className="font-mono">retinue restore</code>
              {copy.backup.restoreAfter}
            </p>
          </div>
        </Section>
      </May>
      <May right="write">
        <Section title={copy.import.title} help={copy.import.lead}>
          <ImportChat />
        </Section>
      </May>
      <May right="run">
        <Section title={copy.verify.title} help={copy.verify.lead}>
          <Verify />
        </Section>
        <Section title={copy.link.title} help={copy.link.lead}>
          <SignInLink />
        </Section>
      </May>
      <Section title={copy.signOut.title} help={copy.signOut.lead}>
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
        {isBusy ? copy.verify.busy : copy.verify.action}
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
  if (findings.length === 0) return <p className="text-good">{copy.verify.ok}</p>;
  return (
    <>
      <p className="font-medium text-bad">{copy.verify.problems(findings.length)}</p>
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
        {copy.signOut.action}
      </Button>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      {isAsking && (
        <Confirm
          title={copy.signOut.confirmTitle}
          message={copy.signOut.confirmText}
          action={copy.signOut.action}
          onConfirm={signOut}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
