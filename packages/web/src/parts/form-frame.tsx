import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Form } from '../store/use-form.ts';
import { type Right, useMay } from '../store/use-library.ts';
import { Button } from '../ui/buttons/button.tsx';
import { FieldProblem } from '../ui/forms/field.tsx';
import { Confirm } from '../ui/overlays/confirm.tsx';
import { Key } from '../ui/text/key.tsx';
import { ConflictCard } from './conflict-card.tsx';

interface FrameProps<Draft> {
  form: Form<Draft>;
  label: string;
  save?: string;
  children: ReactNode;
  /** At the start of the bar. */
  actions?: ReactNode;
  /** There is nothing to save until something is changed. */
  isNew?: boolean;
  /** What a field is called, for a conflict about it. */
  labelOf?: (field: keyof Draft) => string;
  /** Who lacks it sees the fields and can't change them. */
  right: Right;
}

const saveKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The fields, and the bar that keeps them: it stays in sight, and nothing typed is lost by going away. */
export function FormFrame<Draft>(props: FrameProps<Draft>) {
  const { form, label, children, actions, right, isNew = false } = props;
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
      {/* A form for something new leaves once it is saved, so nothing more is taken in. */}
      <fieldset disabled={!may || (isNew && form.isSaving)} className="flex min-w-0 flex-col gap-6">
        {children}
      </fieldset>
      <ConflictCard form={form} labelOf={props.labelOf ?? String} />
      {may ? <Bar {...props} /> : actions && <div className="pb-6">{actions}</div>}
      <LeaveGuard isDirtyNow={form.isDirtyNow} />
    </form>
  );
}

function Bar<Draft>({ form, save = 'Save', actions, isNew = false }: FrameProps<Draft>) {
  const problems = Object.values(form.problems).length;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      {actions}
      <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <BarWords form={form} problems={problems} />
        <Button
          type="submit"
          variant="primary"
          disabled={form.isSaving || form.conflict !== null || !(form.isDirty || isNew)}
        >
          {form.isSaving ? 'Saving …' : save}
          <span className="hidden items-center gap-0.5 sm:flex" aria-hidden="true">
            <Key>{saveKey}</Key>
            <Key>S</Key>
          </span>
        </Button>
      </div>
    </div>
  );
}

function BarWords<Draft>({ form, problems }: { form: Form<Draft>; problems: number }) {
  if (form.refusal) {
    return (
      <div role="alert" tabIndex={-1} data-is-refusal className="max-w-md outline-none">
        <FieldProblem>{form.refusal}</FieldProblem>
      </div>
    );
  }
  return (
    <p role="status" className="text-small text-faint">
      {problems > 0
        ? problems === 1
          ? 'One field needs another look.'
          : `${problems} fields need another look.`
        : form.isDirty
          ? 'Not saved yet'
          : form.isSaved && 'Saved'}
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
      title="Leave without saving?"
      message="What you changed here is not saved yet. If you leave now, it is lost."
      action="Leave without saving"
      cancelLabel="Go on editing"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  );
}
