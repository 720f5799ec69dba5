import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { Outcome } from '../../../store/outcome.ts';
import { useLibrary } from '../../../store/use-library.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { FieldProblem } from '../../../ui/forms/field.tsx';
import { storageCopy } from './copy.ts';

const copy = storageCopy.link;

/** A link that signs in one other browser. */
export function SignInLink() {
  const library = useLibrary();
  const [outcome, setOutcome] = useState<Outcome<{ url: string; expiresAt: number }> | null>(null);
  const make = async () => setOutcome(await library.makeSetUpLink());
  return (
    <div className="flex flex-col items-start gap-3">
      <Button icon={<Link2 size={14} />} onClick={() => void make()}>
        {outcome && 'value' in outcome ? copy.another : copy.action}
      </Button>
      <div role="status" className="w-full">
        {outcome && 'refusal' in outcome && <FieldProblem>{outcome.refusal.words}</FieldProblem>}
        {outcome && 'value' in outcome && (
          <div className="flex flex-col gap-1">
            <div className="flex items-center gap-2 rounded-small border border-line bg-sunken py-1 ps-3 pe-1">
              <code dir="ltr" className="min-w-0 flex-1 font-mono text-tiny [overflow-wrap:anywhere]">
                {outcome.value.url}
              </code>
              <CopyButton text={outcome.value.url} label={copy.copy} />
            </div>
            <p className="text-tiny text-faint">
              {copy.note(new Date(outcome.value.expiresAt).toLocaleTimeString([], { timeStyle: 'short' }))}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
