import { useNavigate } from '@tanstack/react-router';
import { Download, Link2, LogOut, ShieldCheck, Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { May } from '../../../components/may.tsx';
import { useSend } from '../../../store/use-library.ts';
import { useActions, useStore } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FieldProblem } from '../../../ui/forms/fields.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Confirmed } from '../../../ui/overlays/confirm.tsx';
import { CopyFrame } from '../../../ui/text/copy-frame.tsx';
import { RichText } from '../../../ui/text/rich-text.tsx';
import { useRequest } from '../entries.tsx';
import { storageCopy as copy } from './copy.ts';
import { JobBar } from './job-bar.tsx';

/** Backup, import, verification and sign-in. */
export function StorageSection() {
  return (
    <div className="flex flex-col gap-6">
      <May right="run">
        <Backup />
      </May>
      <May right="write">
        <ImportFile />
      </May>
      <May right="run">
        <Verify />
        <SignInLink />
      </May>
      <SignOut />
    </div>
  );
}

function Backup() {
  const actions = useActions();
  const [isWatched, setWatched] = useState(false);
  const download = async () => {
    await actions.download('/api/backup', 'retinue-backup.jsonl');
    setWatched(true);
  };
  return (
    <Part text={copy.backup} problem={null}>
      <Button icon={<Download size={14} />} onClick={() => void download()}>
        {copy.backup.action}
      </Button>
      {isWatched && <JobBar kind="backup" label={copy.backup.progress} onEnd={() => setWatched(false)} />}
      <p className="text-tiny text-faint text-pretty">
        <RichText text={copy.backup.restore} />
      </p>
    </Part>
  );
}

interface PartProps {
  text: { title: string; lead: string };
  problem: string | null;
  children: ReactNode;
}

function Part({ text, problem, children }: PartProps) {
  return (
    <Section title={text.title} help={text.lead}>
      <div className="flex flex-col items-start gap-3">
        {children}
        {problem && (
          <div role="alert">
            <FieldProblem>{problem}</FieldProblem>
          </div>
        )}
      </div>
    </Section>
  );
}

/** Imports a chat from a file. It always gets new ids, so importing it again makes another copy. */
function ImportFile() {
  const send = useSend();
  const store = useStore();
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const { isBusy, problem, run } = useRequest((file: File) =>
    send('importChat', { params: {}, body: { chat: null } }, { rawBody: file }),
  );
  const importFile = async (file: File) => {
    const outcome = await run(file);
    if ('refusal' in outcome) return;
    const { chatId, stopped } = outcome.value;
    store.toasts.add(stopped > 0 ? copy.import.doneStopped : copy.import.done);
    await navigate({ to: '/chat/$chatId', params: { chatId }, search: {} });
  };
  return (
    <Part text={copy.import} problem={problem}>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label={copy.import.file}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void importFile(file);
        }}
      />
      <Button icon={<Upload size={14} />} disabled={isBusy} onClick={() => picker.current?.click()}>
        {isBusy ? copy.import.busy : copy.import.action}
      </Button>
    </Part>
  );
}

function Verify() {
  const send = useSend();
  const { isBusy, value, problem, run } = useRequest(() => send('verify', {}));
  const findings = value?.findings ?? [];
  return (
    <Part text={copy.verify} problem={problem}>
      <Button icon={<ShieldCheck size={14} />} disabled={isBusy} onClick={() => void run()}>
        {isBusy ? copy.verify.busy : copy.verify.action}
      </Button>
      {isBusy && <JobBar kind="verify" label={copy.verify.progress} />}
      <div role="status" className="w-full text-small">
        {value && findings.length === 0 && <p className="text-good">{copy.verify.ok}</p>}
        {findings.length > 0 && <p className="font-medium text-bad">{copy.verify.problems(findings.length)}</p>}
        <ul className="mt-2 flex flex-col gap-2 empty:hidden">
          {findings.map(({ rule, about, message }) => (
            <li key={`${rule} ${about} ${message}`} className="rounded-small border border-line bg-raised px-3 py-2">
              <p className="[overflow-wrap:anywhere]">{message}</p>
              <p className="font-mono text-tiny text-faint [overflow-wrap:anywhere]">
                {rule} · {about}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Part>
  );
}

/** A link that signs in one other browser. */
function SignInLink() {
  const send = useSend();
  const { value, problem, run } = useRequest(() => send('makeSetUpLink', {}));
  return (
    <Part text={copy.link} problem={problem}>
      <Button icon={<Link2 size={14} />} onClick={() => void run()}>
        {value ? copy.link.another : copy.link.action}
      </Button>
      <div role="status" className="w-full">
        {value && (
          <CopyFrame
            dir="ltr"
            caption={copy.link.note(new Date(value.expiresAt).toLocaleTimeString([], { timeStyle: 'short' }))}
            text={value.url}
            copyLabel={copy.link.copy}
          >
            <code className="block px-3 py-2 font-mono text-tiny [overflow-wrap:anywhere]">{value.url}</code>
          </CopyFrame>
        )}
      </div>
    </Part>
  );
}

function SignOut() {
  const send = useSend();
  const { problem, run } = useRequest(() => send('signOut', {}));
  const signOut = async () => {
    if ('value' in (await run())) location.assign('/');
  };
  return (
    <Part text={copy.signOut} problem={problem}>
      <Confirmed {...copy.signOut.confirm} onConfirm={signOut}>
        {(ask) => (
          <Button variant="danger" icon={<LogOut size={14} />} onClick={ask}>
            {copy.signOut.confirm.action}
          </Button>
        )}
      </Confirmed>
    </Part>
  );
}
