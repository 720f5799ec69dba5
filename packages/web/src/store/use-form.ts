import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Checked, isChanged, type Outcome, type Problems, type Refused } from './forms.ts';

interface FormOptions<Draft, Value, Saved> {
  initial: Draft;
  check: (draft: Draft) => Checked<Draft, Value>;
  save: (value: Value) => Promise<Outcome<Saved>>;
  /** Which fields a refusal is about; what is about none is told above the form. */
  place: (refusal: Refused) => Problems<Draft>;
  onSaved: (saved: Saved) => void;
}

export interface Form<Draft> {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Only of fields that were changed, until somebody tries to save. */
  problems: Problems<Draft>;
  refusal: string | null;
  isDirty: boolean;
  isSaving: boolean;
  /** It was saved from here, and nothing was changed since. */
  isSaved: boolean;
  /** Asked at the moment of leaving, when a state would be one drawing behind. */
  isDirtyNow: () => boolean;
  save: () => Promise<void>;
  element: RefObject<HTMLFormElement | null>;
}

/** A form that checks as one types, keeps what was typed, and takes the focus to what is wrong. */
export function useForm<Draft, Value, Saved>(options: FormOptions<Draft, Value, Saved>): Form<Draft> {
  const { initial, check, save, place, onSaved } = options;
  const [draft, setDraft] = useState(initial);
  const [first] = useState(initial);
  const [kept, setKept] = useState(first);
  const [shown, setShown] = useState<ReadonlySet<keyof Draft> | 'all'>(new Set());
  const [refused, setRefused] = useState<{ problems: Problems<Draft>; words: string | null } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failures, setFailures] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const isDirty = isChanged(draft, kept);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useFocusOnProblem(element, failures);
  const change = useCallback((changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setShown((before) =>
      before === 'all' ? before : new Set([...before, ...(Object.keys(changes) as (keyof Draft)[])]),
    );
    setRefused(null);
  }, []);
  const submit = async () => {
    const checked = check(draft);
    setShown('all');
    if ('problems' in checked) return setFailures((before) => before + 1);
    setSaving(true);
    const outcome = await save(checked.value);
    setSaving(false);
    if ('refusal' in outcome) {
      const problems = place(outcome.refusal);
      setRefused({ problems, words: Object.keys(problems).length > 0 ? null : outcome.refusal.words });
      return setFailures((before) => before + 1);
    }
    setKept(draft);
    setShown(new Set());
    dirty.current = false;
    onSaved(outcome.value);
  };
  const checked = check(draft);
  const own = 'problems' in checked ? chosen(checked.problems, shown) : {};
  return {
    draft,
    change,
    problems: { ...own, ...refused?.problems },
    refusal: refused?.words ?? null,
    isDirty,
    isSaving,
    isSaved: kept !== first && !isDirty,
    isDirtyNow: () => dirty.current,
    save: submit,
    element,
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
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-is-invalid], [data-is-refusal]')?.focus();
  }, [failures, element]);
}
