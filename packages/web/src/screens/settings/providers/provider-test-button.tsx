import type { Provider, ProviderTest } from '@retinue/protocol';
import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useLibrary } from '../../../store/use-library.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { providersCopy } from './copy.ts';

const copy = providersCopy.test;

/** Sends one short request to a model of the provider and shows the outcome. */
export function ProviderTestButton({ provider }: { provider: Provider }) {
  const library = useLibrary();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<ProviderTest | null>(null);
  const test = async () => {
    setBusy(true);
    setResult(null);
    const outcome = await library.testProvider(provider.providerId);
    setResult('value' in outcome ? outcome.value : { ok: false, words: outcome.refusal.words });
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Button icon={<PlugZap size={14} />} disabled={isBusy} onClick={() => void test()}>
        {isBusy ? copy.busy : copy.action}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-48 self-center text-small">
        {result && <Result result={result} />}
      </div>
    </div>
  );
}

function Result({ result }: { result: ProviderTest }) {
  if (result.ok) {
    return (
      <p className="flex items-start gap-1.5 text-good">
        <CircleCheck size={15} className="mt-0.5 shrink-0" aria-hidden="true" />
        {copy.ok(result.ms)}
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-bad">
      <CircleAlert size={15} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="[overflow-wrap:anywhere]">{result.words}</span>
    </p>
  );
}
