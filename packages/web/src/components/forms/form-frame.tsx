import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Form } from '../../store/forms/use-form.ts';
import { type Right, useMay } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldProblem } from '../../ui/forms/fields.tsx';
import { useWindowEvent } from '../../ui/layout/use-window-event.ts';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Key } from '../../ui/text/key.tsx';
import { formFrameCopy as copy } from './copy.ts';

interface FrameProps<Draft> {
  form: Form<Draft>;
  label: string;
  /** Label of the button for something new, which can be saved before anything is changed. */
  create?: string | null;
  children: ReactNode;
  /** Adds a button to the start of the bar. */
  onBack?: () => void;
  /** Without it, the fields are disabled. */
  right: Right;
}

const saveKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The fields of a form and the bar that saves them. The bar stays visible, and leaving with unsaved changes asks first. */
export function FormFrame<Draft>(props: FrameProps<Draft>) {
  const { form, label, children, onBack, right, create = null } = props;
  const may = useMay(right);
  useWindowEvent('keydown', (event) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (may && !document.querySelector('dialog[open]')) void form.save();
  });
  return (
    <form
      ref={form.element}
      aria-label={label}
      noValidate
      data-is-dirty={form.isDirty || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (may) void form.save();
      }}
      className="flex flex-col gap-6"
    >
      {/* A form for something new closes when it is saved, so it takes no input meanwhile. */}
      <fieldset disabled={!may || (create !== null && form.isSaving)} className="flex min-w-0 flex-col gap-6">
        {children}
      </fieldset>
      <ConflictCard form={form} />
      {(may || onBack) && <Bar {...props} may={may} />}
      <LeaveGuard isDirtyNow={form.isDirtyNow} />
    </form>
  );
}

function Bar<Draft>({ form, create = null, onBack, may }: FrameProps<Draft> & { may: boolean }) {
  const { isSaving, isDirty, conflict } = form;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      {onBack && (
        <Button variant="quiet" onClick={onBack}>
          {copy.back}
        </Button>
      )}
      {may && (
        <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <BarStatus form={form} />
          <Button
            type="submit"
            variant="primary"
            disabled={isSaving || conflict !== null || !(isDirty || create !== null)}
          >
            {isSaving ? copy.saving : (create ?? copy.save)}
            <span className="hidden items-center gap-0.5 sm:flex" aria-hidden="true">
              <Key>{saveKey}</Key>
              <Key>S</Key>
            </span>
          </Button>
        </div>
      )}
    </div>
  );
}

function BarStatus<Draft>({ form }: { form: Form<Draft> }) {
  const problems = Object.values(form.problems).length;
  if (form.refusal) {
    return (
      <div role="alert" tabIndex={-1} data-is-refusal className="max-w-md outline-none">
        <FieldProblem>{form.refusal}</FieldProblem>
      </div>
    );
  }
  return (
    <p role="status" className="text-small text-faint">
      {problems > 0 ? copy.problems(problems) : form.isDirty ? copy.unsaved : form.isSaved && copy.saved}
    </p>
  );
}

function LeaveGuard({ isDirtyNow }: { isDirtyNow: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirtyNow(),
    enableBeforeUnload: () => isDirtyNow(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={copy.leave.title}
      message={copy.leave.text}
      action={copy.leave.action}
      cancelLabel={copy.leave.stay}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  );
}

/** Fields that only owners can change; disabled with a note for everyone else. */
export function OwnersOnly({ isOwner, children }: { isOwner: boolean; children: ReactNode }) {
  return (
    <>
      {!isOwner && <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">{copy.ownersOnly}</p>}
      <fieldset disabled={!isOwner} className="flex min-w-0 flex-col gap-5">
        {children}
      </fieldset>
    </>
  );
}

/** Fields that this form and someone else changed: both values, and the choice between them. */
function ConflictCard<Draft>({ form: { conflict, draft, settle, labelOf } }: { form: Form<Draft> }) {
  if (!conflict) return null;
  return (
    <section
      role="alert"
      tabIndex={-1}
      data-is-conflict
      aria-label={copy.conflict.label}
      className="flex flex-col gap-3 rounded-plain border border-ask/50 bg-ask-wash px-3.5 py-3 outline-none"
    >
      <p className="text-small">
        <span className="font-semibold">{copy.conflict.title}</span> {copy.conflict.text}
      </p>
      <ul className="flex flex-col gap-3">
        {conflict.fields.map((field) => (
          <li key={String(field)} className="flex flex-col gap-2 text-small">
            <p className="font-medium">{labelOf(field)}</p>
            <div className="grid gap-2 sm:grid-cols-2">
              <Value title={copy.conflict.yours} value={draft[field]} />
              <Value title={copy.conflict.theirs} value={conflict.theirs[field]} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => settle(field, true)}>{copy.conflict.keepYours}</Button>
              <Button onClick={() => settle(field, false)}>{copy.conflict.useTheirs}</Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <figure className="min-w-0 rounded-small border border-line bg-raised px-2.5 py-1.5">
      <figcaption className="text-tiny text-faint">{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work without a mouse. */}
      <div tabIndex={0} dir="auto" className="max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere">
        {typeof value === 'string' ? value || copy.conflict.empty : JSON.stringify(value, null, 1)}
      </div>
    </figure>
  );
}
