import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { Outcome } from '../../store/forms.ts';
import { useLibrary } from '../../store/use-library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { FieldProblem } from '../../ui/forms/field.tsx';

/** A link that signs one other browser in. */
export function SetUpLink() {
  const library = useLibrary();
  const [outcome, setOutcome] = useState<Outcome<{ url: string; expiresAt: number }> | null>(null);
  const make = async () => setOutcome(await library.makeSetUpLink());
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={<Link2 size={14} />} onClick={() => void make()}>
        {outcome && 'value' in outcome ? 'Make another link' : 'Make a link'}
      </Button>
      <div role="status" className="w-full">
        {outcome && 'refusal' in outcome && <FieldProblem>{outcome.refusal.words}</FieldProblem>}
        {outcome && 'value' in outcome && (
          <div className="flex flex-col gap-1">
            <div className="flex items-center gap-2 rounded-small border border-line bg-sunken py-1 ps-3 pe-1">
              <code dir="ltr" className="min-w-0 flex-1 font-mono text-tiny [overflow-wrap:anywhere]">
                {outcome.value.url}
              </code>
              <CopyButton text={outcome.value.url} label="Copy the link" />
            </div>
            <p className="text-tiny text-faint">
              It works once, until {new Date(outcome.value.expiresAt).toLocaleTimeString([], { timeStyle: 'short' })}.
              Whoever opens it is signed in as you: show it to nobody else.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
