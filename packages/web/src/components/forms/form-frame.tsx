import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Form } from '../../store/forms/use-form.ts';
import { type Right, useMay } from '../../store/use-library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FieldProblem } from '../../ui/forms/field.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Key } from '../../ui/text/key.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { formFrameCopy as copy } from './copy.ts';

interface FrameProps<Draft> {
  form: Form<Draft>;
  label: string;
  save?: string;
  children: ReactNode;
  /** Adds a button to the start of the bar. */
  onBack?: () => void;
  /** Something new can be saved before anything is changed. */
  isNew?: boolean;
  /** Without it, the fields are disabled. */
  right: Right;
}

const saveKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The fields of a form and the bar that saves them. The bar stays visible, and leaving with unsaved changes asks first. */
export function FormFrame<Draft>(props: FrameProps<Draft>) {
  const { form, label, children, onBack, right, isNew = false } = props;
  const may = useMay(right);
  useSaveKey(() => (may ? form.save() : Promise.resolve()));
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
      <fieldset disabled={!may || (isNew && form.isSaving)} className="flex min-w-0 flex-col gap-6">
        {children}
      </fieldset>
      <ConflictCard form={form} />
      {may ? (
        <Bar {...props} />
      ) : (
        onBack && (
          <div className="pb-6">
            <BackButton onBack={onBack} />
          </div>
        )
      )}
      <LeaveGuard isDirtyNow={form.isDirtyNow} />
    </form>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <Button variant="quiet" onClick={onBack}>
      {copy.back}
    </Button>
  );
}

function Bar<Draft>({ form, save = copy.save, onBack, isNew = false }: FrameProps<Draft>) {
  const problems = Object.values(form.problems).length;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      {onBack && <BackButton onBack={onBack} />}
      <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <BarStatus form={form} problems={problems} />
        <Button
          type="submit"
          variant="primary"
          disabled={form.isSaving || form.conflict !== null || !(form.isDirty || isNew)}
        >
          {form.isSaving ? copy.saving : save}
          <span className="hidden items-center gap-0.5 sm:flex" aria-hidden="true">
            <Key>{saveKey}</Key>
            <Key>S</Key>
          </span>
        </Button>
      </div>
    </div>
  );
}

function BarStatus<Draft>({ form, problems }: { form: Form<Draft>; problems: number }) {
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

function useSaveKey(save: () => Promise<void>): void {
  const current = useRef(save);
  useEffect(() => {
    current.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) void current.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
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
