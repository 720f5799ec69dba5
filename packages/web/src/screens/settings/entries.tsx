import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Pencil, PlugZap, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { Loaded } from '../../components/forms/loaded.tsx';
import { May } from '../../components/may.tsx';
import type { Outcome } from '../../store/outcome.ts';
import { useReport } from '../../store/use-library.ts';
import type { Right } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Confirmed } from '../../ui/overlays/confirm.tsx';
import { Note } from '../../ui/status.tsx';
import { settingsCopy as copy } from './copy.ts';
import type { SectionKey } from './settings-sections.ts';

export function SectionHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lead font-semibold">{title}</h2>
        <p className="max-w-lead text-small text-soft text-pretty [overflow-wrap:anywhere]">{lead}</p>
      </div>
      {children}
    </header>
  );
}

export function EmptyList({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-plain border border-dashed border-line-strong p-6 text-center text-small text-soft">
      {children}
    </div>
  );
}

interface EntrySectionProps<Entry> {
  section: SectionKey;
  /** The right to add an entry. */
  right: Right;
  text: Record<'title' | 'lead' | 'subject' | 'noun' | 'create', string> & { empty?: string };
  fetched: ComponentProps<typeof Loaded<readonly Entry[]>>['fetched'];
  edit: string | undefined;
  /** Names an entry in the address. */
  idOf: (entry: Entry) => string;
  row: ComponentType<EntryRowProps<Entry>>;
  editor: ComponentType<EntryEditorProps<Entry>>;
  /** Makes the entry for an address that names none of the list. */
  missing?: (edit: string) => Entry | null;
  children?: ReactNode;
}

export interface EntryRowProps<Entry> {
  entry: Entry;
  onOpen: () => void;
  onChanged: () => void;
}

export interface EntryEditorProps<Entry> {
  /** Null for a new one. */
  entry: Entry | null;
  onDone: () => void;
}

/** A list of entries of one kind; the editor of one of them if the address names it. */
export function EntrySection<Entry>({ section, fetched, edit, idOf, missing, ...parts }: EntrySectionProps<Entry>) {
  const { text, right, row: Row, editor: Editor, children } = parts;
  const navigate = useNavigate();
  const show = (shown?: string) =>
    void navigate({ to: '/settings/$section', params: { section }, search: shown ? { edit: shown } : {} });
  const done = () => {
    fetched.again();
    show();
  };
  const draw = (entries: readonly Entry[]) => {
    if (edit !== undefined) {
      const entry = entries.find((one) => idOf(one) === edit) ?? missing?.(edit) ?? null;
      if (!entry && edit !== 'new') return <NotFound noun={text.noun} onBack={() => show()} />;
      return <Editor key={edit} entry={entry} onDone={done} />;
    }
    return (
      <div className="flex flex-col gap-4">
        <SectionHead title={text.title} lead={text.lead}>
          <May right={right}>
            <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
              {text.create}
            </Button>
          </May>
        </SectionHead>
        {entries.length === 0 && text.empty && <EmptyList>{text.empty}</EmptyList>}
        {entries.length > 0 && (
          <ul className="flex flex-col gap-2">
            {entries.map((entry) => (
              <Row key={idOf(entry)} entry={entry} onOpen={() => show(idOf(entry))} onChanged={fetched.again} />
            ))}
          </ul>
        )}
        {children}
      </div>
    );
  };
  return (
    <Loaded fetched={fetched} subject={text.subject}>
      {draw}
    </Loaded>
  );
}

function NotFound({ noun, onBack }: { noun: string; onBack: () => void }) {
  return (
    <Note title={copy.notFound.title(noun)}>
      <p className="mb-3">{copy.notFound.text}</p>
      <Button onClick={onBack}>{copy.notFound.back}</Button>
    </Note>
  );
}

interface EntryButtonsProps extends Omit<EntryRowProps<unknown>, 'entry'> {
  right: Right;
  name: string;
  /** Null if it can't be deleted. */
  removal: Omit<ComponentProps<typeof Confirmed>, 'children' | 'onConfirm'> | null;
  remove: () => Promise<Outcome<unknown>>;
  removed: string;
}

/** Buttons of an entry that edit it, and delete it after a confirmation. */
export function EntryButtons({ right, name, onOpen, onChanged, removal, remove, removed }: EntryButtonsProps) {
  const report = useReport();
  const onConfirm = async () => {
    report(await remove(), () => removed);
    onChanged();
  };
  return (
    <May right={right}>
      <IconButton label={copy.edit(name)} onClick={onOpen}>
        <Pencil size={15} />
      </IconButton>
      {removal && (
        <Confirmed {...removal} onConfirm={onConfirm}>
          {(ask) => (
            <IconButton label={copy.delete(name)} onClick={ask}>
              <Trash2 size={15} />
            </IconButton>
          )}
        </Confirmed>
      )}
    </May>
  );
}

interface TestButtonProps {
  text: { action: string; busy: string; ok: (ms: number) => string };
  /** Sends a test, and returns its time. */
  test: () => Promise<Outcome<{ ms: number }>>;
  children?: ReactNode;
}

/** Sends a test and shows its outcome. */
export function TestButton({ text, test, children }: TestButtonProps) {
  const { isBusy, value, problem: failure, run } = useRequest(test);
  const Icon = failure ? CircleAlert : CircleCheck;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Button icon={<PlugZap size={14} />} disabled={isBusy} onClick={() => void run()}>
        {isBusy ? text.busy : text.action}
      </Button>
      {children}
      <p role="status" className="min-w-0 flex-1 basis-48 self-center text-small">
        {(failure || value) && (
          <span className={`flex items-start gap-1.5 ${failure ? 'text-bad' : 'text-good'}`}>
            <Icon size={15} className="mt-0.5 shrink-0" />
            <span className="[overflow-wrap:anywhere]">{failure ?? text.ok(value?.ms ?? 0)}</span>
          </span>
        )}
      </p>
    </div>
  );
}

/** One request behind a button: whether it is running, and its last outcome. */
export function useRequest<Value, Args extends unknown[]>(request: (...args: Args) => Promise<Outcome<Value>>) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Value> | null>(null);
  const run = async (...args: Args) => {
    setBusy(true);
    setOutcome(null);
    const reply = await request(...args);
    setOutcome(reply);
    setBusy(false);
    return reply;
  };
  return {
    isBusy,
    run,
    value: outcome && 'value' in outcome ? outcome.value : null,
    problem: outcome && 'refusal' in outcome ? outcome.refusal.message : null,
  };
}
