import { useCallback } from 'react';
import type { Outcome } from '../outcome.ts';
import { useStore } from '../use-store.ts';

/** Shows a notice for the end of a request: the refusal, or the text of a success. */
export function useReport() {
  const { toasts } = useStore();
  return useCallback(
    <Value>(outcome: Outcome<Value>, doneText?: (value: Value) => string) => {
      if ('refusal' in outcome) toasts.add(outcome.refusal.message, { tone: 'problem', stayMs: 10_000 });
      else if (doneText) toasts.add(doneText(outcome.value));
    },
    [toasts],
  );
}
