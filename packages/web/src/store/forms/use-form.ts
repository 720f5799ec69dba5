import type { RequestOptions } from '@retinue/protocol';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Outcome } from '../outcome.ts';
import { IdempotencyKeys } from '../sending/idempotency-keys.ts';
import { type Conflict, isSame, rebaseSave, withoutField } from './form-conflict.ts';
import { checkDraft, type FormShape, type Problems, placeRefusal, toDraft } from './form-shape.ts';

/** The parts of a save besides its value. */
export interface SaveRequest<Value> {
  /** The value that the form started from; only differences from it are sent. Null for something new. */
  before: Value | null;
  /** The version that the form started from; for something new, a key that is the same for every try at the same value. */
  options: Pick<RequestOptions, 'ifVersion' | 'idempotencyKey'>;
}

interface Versioned {
  version: number;
}

interface FormOptions<Draft, Value, Saved> {
  shape: FormShape<Draft, Value>;
  /** Null for something new. */
  record: Saved | null;
  /** Instead of the record, for something new. */
  initial?: Draft;
  save: (value: Value, request: SaveRequest<Value>) => Promise<Outcome<Saved>>;
  /** Reads the current record; null if it is gone or can't be read. */
  readLatest?: (value: Value) => Promise<Saved | null>;
  onSaved: (saved: Saved) => void;
}

export interface Form<Draft> {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** The properties of a control for one field. */
  field: <Path extends keyof Draft>(path: Path) => FieldOfForm<Draft[Path]>;
  labelOf: (field: keyof Draft) => string;
  /** Before the first save, only of fields that were changed. */
  problems: Problems<Draft>;
  refusal: string | null;
  /** Fields that were changed here and elsewhere, to differing values. */
  conflict: Conflict<Draft> | null;
  settle: (field: keyof Draft, isMineKept: boolean) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** It was saved by this form and not changed since. */
  isSaved: boolean;
  /** Read when the page is left, when a state would be one render behind. */
  isDirtyNow: () => boolean;
  save: () => Promise<void>;
  element: RefObject<HTMLFormElement | null>;
}

export interface FieldOfForm<Shown> {
  label: string;
  value: Shown;
  problem: string | undefined;
  onChange: (value: Shown) => void;
}

/** A form that checks while typing, saves once at a time, keeps typed text, and overwrites no change of someone else. */
export function useForm<Draft extends object, Value, Saved extends Versioned>(
  options: FormOptions<Draft, Value, Saved>,
): Form<Draft> {
  const { shape, record, initial } = options;
  const form = useFormState(() => initial ?? toDraft(shape, record ?? {}));
  const { first, state, update, fail, change } = form;
  const { draft, kept, shown, refused, conflict, isSaving } = state;
  const element = useRef<HTMLFormElement>(null);
  const isDirty = !isSame(draft, kept);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useFocusOnProblem(element, state.failures);
  const submit = useSubmit(options, form, dirty);
  const save = async () => {
    if (conflict) return fail();
    const isUnchanged = !isDirty && (kept !== first || record !== null);
    if (isUnchanged) return;
    update({ shown: 'all' });
    if ('problems' in checkDraft(shape, draft)) return fail();
    await submit({ draft, kept });
  };
  const checked = checkDraft(shape, draft);
  const own = 'problems' in checked ? chosen(checked.problems, shown) : {};
  const problems: Problems<Draft> = { ...own, ...refused?.problems };
  return {
    draft,
    change,
    field: (path) => ({
      label: shape.labels[path],
      value: draft[path],
      problem: problems[path],
      onChange: (value) => change(changeOf(path, value)),
    }),
    labelOf: (field) => shape.labels[field],
    problems,
    refusal: refused?.message ?? null,
    conflict,
    settle: (field, isMineKept) => {
      if (conflict && !isMineKept) change(changeOf(field, conflict.theirs[field]));
      update({ conflict: conflict && withoutField(conflict, field) });
    },
    isDirty,
    isSaving,
    isSaved: kept !== first && !isDirty,
    isDirtyNow: () => dirty.current,
    save,
    element,
  };
}

function changeOf<Draft extends object, Path extends keyof Draft>(path: Path, value: Draft[Path]): Partial<Draft> {
  const changes: Partial<Draft> = {};
  changes[path] = value;
  return changes;
}

interface FormState<Draft> {
  draft: Draft;
  /** As it was saved last. */
  kept: Draft;
  /** The fields whose problems are visible. */
  shown: ReadonlySet<keyof Draft> | 'all';
  refused: { problems: Problems<Draft>; message: string | null } | null;
  conflict: Conflict<Draft> | null;
  isSaving: boolean;
  failures: number;
}

/** `now` is for a save in progress, whose own state is old. */
function useFormState<Draft extends object>(makeInitial: () => Draft) {
  const [first] = useState(makeInitial);
  const [state, setState] = useState<FormState<Draft>>({
    ...{ draft: first, kept: first, shown: new Set() },
    ...{ refused: null, conflict: null, isSaving: false, failures: 0 },
  });
  const now = useRef(state);
  const update = useCallback((changes: Partial<FormState<Draft>>) => {
    now.current = { ...now.current, ...changes };
    setState(now.current);
  }, []);
  const fail = (changes: Partial<FormState<Draft>> = {}) => update({ ...changes, failures: now.current.failures + 1 });
  const change = useCallback(
    (changes: Partial<Draft>) => {
      const { draft, shown } = now.current;
      const changed = Object.keys(changes) as (keyof Draft)[];
      update({
        draft: { ...draft, ...changes },
        shown: shown === 'all' ? shown : new Set([...shown, ...changed]),
        refused: null,
      });
    },
    [update],
  );
  return { first, state, now, update, fail, change };
}

interface From<Draft> {
  draft: Draft;
  kept: Draft;
}

/**
 * One save at a time, with one key for the same value. If the record was changed meanwhile, the save is tried once more on
 * top of that change; fields changed on both sides are a conflict. A value equal to the saved one is not sent.
 */
function useSubmit<Draft extends object, Value, Saved extends Versioned>(
  { shape, record, save, readLatest, onSaved }: FormOptions<Draft, Value, Saved>,
  { now, update, fail }: ReturnType<typeof useFormState<Draft>>,
  dirty: RefObject<boolean>,
): (from: From<Draft>) => Promise<void> {
  const [attempts] = useState(() => new IdempotencyKeys());
  const version = useRef(record?.version ?? null);
  const isBusy = useRef(false);
  const keep = (saved: Saved, draft: Draft) => {
    update({ kept: draft, shown: new Set() });
    // A form for something new closes; any other one keeps the text typed during the save.
    dirty.current = record !== null && !isSame(now.current.draft, draft);
    onSaved(saved);
  };
  const trySaving = async (from: From<Draft>, known: Saved | null): Promise<void> => {
    const checked = checkDraft(shape, from.draft);
    if ('problems' in checked) return fail();
    const start = version.current === null ? null : checkDraft(shape, from.kept);
    const before = start && 'value' in start ? start.value : null;
    const isUnchanged = before !== null && isSame(checked.value, before);
    const current = isUnchanged ? (known ?? (await readLatest?.(checked.value))) : null;
    if (current) return keep(current, from.draft);
    const idempotencyKey = attempts.keyFor([checked.value, version.current]);
    const options = version.current === null ? { idempotencyKey } : { ifVersion: version.current };
    const outcome = await save(checked.value, { before, options });
    if ('value' in outcome) {
      attempts.end();
      version.current = version.current === null ? null : outcome.value.version;
      return keep(outcome.value, from.draft);
    }
    const isOutdated = outcome.refusal.code === 'changed-meanwhile' && known === null;
    const latest = isOutdated ? await readLatest?.(checked.value) : null;
    if (!latest) return fail({ refused: placeRefusal(shape, outcome.refusal) });
    version.current = latest.version;
    const kept = toDraft(shape, latest);
    const typed = now.current.draft;
    const { submitted, shown, conflict } = rebaseSave({ submitted: from.draft, typed, kept: from.kept }, kept);
    update({ draft: shown, kept, refused: null });
    return conflict ? fail({ conflict }) : trySaving({ draft: submitted, kept }, latest);
  };
  return async (from) => {
    if (isBusy.current) return;
    isBusy.current = true;
    update({ isSaving: true });
    await trySaving(from, null).finally(() => {
      isBusy.current = false;
      update({ isSaving: false });
    });
  };
}

function chosen<Draft>(problems: Problems<Draft>, shown: ReadonlySet<keyof Draft> | 'all'): Problems<Draft> {
  if (shown === 'all') return problems;
  const entries = Object.entries(problems).filter(([field]) => shown.has(field as keyof Draft));
  return Object.fromEntries(entries) as Problems<Draft>;
}

function useFocusOnProblem(element: RefObject<HTMLFormElement | null>, failures: number): void {
  useEffect(() => {
    if (failures === 0) return;
    element.current
      ?.querySelector<HTMLElement>('[data-is-conflict], [aria-invalid="true"], [data-is-invalid], [data-is-refusal]')
      ?.focus();
  }, [failures, element]);
}
