import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Conflict, rebaseSave, withoutField } from './form-conflict.ts';
import { type Checked, isChanged, type Outcome, type Problems, type Refused } from './forms.ts';
import { IdempotencyKeys } from './sending/idempotency-keys.ts';

/** Everything that a save needs besides its value. */
export interface SaveRequest<Value> {
  /** The value that the form started from: only what differs from it is sent. Null for something new. */
  before: Value | null;
  /** The version that the form started from. */
  version: number | null;
  /** The same for every try at the same value. */
  idempotencyKey: string;
}

/** The current values, for a form whose start is out of date. */
export interface Latest<Draft, Saved> {
  draft: Draft;
  version: number;
  /** The same as a save answers it. */
  saved: Saved;
}

interface FormOptions<Draft, Value, Saved> {
  initial: Draft;
  /** Absent for something new. */
  version?: number | undefined;
  check: (draft: Draft) => Checked<Draft, Value>;
  save: (value: Value, request: SaveRequest<Value>) => Promise<Outcome<Saved>>;
  /** Reads what is there by now; null if it is gone or can't be read. */
  latest?: (value: Value) => Promise<Latest<Draft, Saved> | null>;
  /** Which fields a refusal is about; what is about none is told above the form. */
  place: (refusal: Refused) => Problems<Draft>;
  versionOf?: (saved: Saved) => number;
  onSaved: (saved: Saved) => void;
}

export interface Form<Draft> {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Only of fields that were changed, until somebody tries to save. */
  problems: Problems<Draft>;
  refusal: string | null;
  /** Fields that were changed here and elsewhere, to differing values. */
  conflict: Conflict<Draft> | null;
  settle: (field: keyof Draft, isMineKept: boolean) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** It was saved from here, and nothing was changed since. */
  isSaved: boolean;
  /** Asked at the moment of leaving, when a state would be one drawing behind. */
  isDirtyNow: () => boolean;
  save: () => Promise<void>;
  element: RefObject<HTMLFormElement | null>;
}

/** A form that checks as one types, keeps what was typed, saves once at a time, and overwrites nothing unseen. */
export function useForm<Draft extends object, Value, Saved>(options: FormOptions<Draft, Value, Saved>): Form<Draft> {
  const { check } = options;
  const state = useFormState(options.initial);
  const { draft, kept, first, shown, refused, conflict, change, fail } = state;
  const element = useRef<HTMLFormElement>(null);
  const isDirty = isChanged(draft, kept);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useFocusOnProblem(element, state.failures);
  const submit = useSubmit(options, listenersOf(options, state, dirty));
  const save = async () => {
    if (conflict) return fail();
    const isNothingNew = !isDirty && (kept !== first || options.version !== undefined);
    if (isNothingNew) return;
    state.setShown('all');
    if ('problems' in check(draft)) return fail();
    await submit({ draft, kept });
  };
  const checked = check(draft);
  const own = 'problems' in checked ? chosen(checked.problems, shown) : {};
  return {
    draft,
    change,
    problems: { ...own, ...refused?.problems },
    refusal: refused?.words ?? null,
    conflict,
    settle: (field, isMineKept) => {
      if (conflict && !isMineKept) change({ [field]: conflict.theirs[field] } as unknown as Partial<Draft>);
      state.setConflict(conflict && withoutField(conflict, field));
    },
    isDirty,
    isSaving: state.isSaving,
    isSaved: kept !== first && !isDirty,
    isDirtyNow: () => dirty.current,
    save,
    element,
  };
}

function useFormState<Draft extends object>(initial: Draft) {
  const [draft, showDraft] = useState(initial);
  // Read by a save that is under way, which would see an old state.
  const draftNow = useRef(draft);
  const setDraft = useCallback((next: Draft) => {
    draftNow.current = next;
    showDraft(next);
  }, []);
  const [first] = useState(initial);
  const [kept, setKept] = useState(first);
  const [shown, setShown] = useState<ReadonlySet<keyof Draft> | 'all'>(new Set());
  const [refused, setRefused] = useState<{ problems: Problems<Draft>; words: string | null } | null>(null);
  const [conflict, setConflict] = useState<Conflict<Draft> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failures, setFailures] = useState(0);
  const fail = () => setFailures((before) => before + 1);
  const change = useCallback(
    (changes: Partial<Draft>) => {
      setDraft({ ...draftNow.current, ...changes });
      setShown((before) =>
        before === 'all' ? before : new Set([...before, ...(Object.keys(changes) as (keyof Draft)[])]),
      );
      setRefused(null);
    },
    [setDraft],
  );
  return {
    ...{ draft, draftNow, setDraft, first, kept, setKept, shown, setShown, refused, setRefused },
    ...{ conflict, setConflict, isSaving, setSaving, failures, fail, change },
  };
}

type FormState<Draft extends object> = ReturnType<typeof useFormState<Draft>>;

function listenersOf<Draft extends object, Value, Saved>(
  { version, place, onSaved }: FormOptions<Draft, Value, Saved>,
  state: FormState<Draft>,
  dirty: RefObject<boolean>,
): Listeners<Draft, Saved> {
  return {
    draftNow: () => state.draftNow.current,
    onRebased: ({ draft, kept }) => {
      state.setKept(kept);
      state.setDraft(draft);
      state.setRefused(null);
    },
    onBusy: state.setSaving,
    onInvalid: state.fail,
    onConflict: (conflict) => {
      state.setConflict(conflict);
      state.fail();
    },
    onRefused: (refusal) => {
      const problems = place(refusal);
      state.setRefused({ problems, words: Object.keys(problems).length > 0 ? null : refusal.words });
      state.fail();
    },
    onSaved: (saved, { draft }) => {
      state.setKept(draft);
      state.setShown(new Set());
      // A form for something new leaves; any other one keeps what was typed during the save.
      dirty.current = version !== undefined && isChanged(state.draftNow.current, draft);
      onSaved(saved);
    },
  };
}

interface From<Draft> {
  draft: Draft;
  kept: Draft;
}

interface Listeners<Draft, Saved> {
  draftNow: () => Draft;
  onRebased: (from: From<Draft>) => void;
  onBusy: (isBusy: boolean) => void;
  onInvalid: () => void;
  onConflict: (conflict: Conflict<Draft>) => void;
  onRefused: (refusal: Refused) => void;
  onSaved: (saved: Saved, from: From<Draft>) => void;
}

/**
 * One save at a time, under one key for the same value. If something was changed elsewhere meanwhile, the save is tried once
 * more on top of that; what was changed in both places is for a person to decide. Nothing is sent where nothing differs.
 */
function useSubmit<Draft extends object, Value, Saved>(
  options: FormOptions<Draft, Value, Saved>,
  listeners: Listeners<Draft, Saved>,
): (from: From<Draft>) => Promise<void> {
  const [attempts] = useState(() => new IdempotencyKeys());
  const version = useRef(options.version ?? null);
  const isBusy = useRef(false);
  const trySaving = async (from: From<Draft>, known: Latest<Draft, Saved> | null): Promise<void> => {
    const checked = options.check(from.draft);
    if ('problems' in checked) return listeners.onInvalid();
    const start = version.current === null ? null : options.check(from.kept);
    const before = start && 'value' in start ? start.value : null;
    const isSame = before !== null && !isChanged(checked.value, before);
    const there = isSame ? (known ?? (await options.latest?.(checked.value))) : null;
    if (there) return listeners.onSaved(there.saved, from);
    const idempotencyKey = attempts.keyFor([checked.value, version.current]);
    const outcome = await options.save(checked.value, { before, version: version.current, idempotencyKey });
    if ('value' in outcome) {
      attempts.end();
      version.current = options.versionOf?.(outcome.value) ?? version.current;
      return listeners.onSaved(outcome.value, from);
    }
    const isOutdated = outcome.refusal.code === 'changed-meanwhile' && known === null;
    const latest = isOutdated ? await options.latest?.(checked.value) : null;
    if (!latest) return listeners.onRefused(outcome.refusal);
    version.current = latest.version;
    const typed = listeners.draftNow();
    const { submitted, shown, conflict } = rebaseSave({ submitted: from.draft, typed, kept: from.kept }, latest.draft);
    listeners.onRebased({ draft: shown, kept: latest.draft });
    return conflict ? listeners.onConflict(conflict) : trySaving({ draft: submitted, kept: latest.draft }, latest);
  };
  return async (from) => {
    if (isBusy.current) return;
    isBusy.current = true;
    listeners.onBusy(true);
    await trySaving(from, null).finally(() => {
      isBusy.current = false;
      listeners.onBusy(false);
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
