import type { Rates } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { keyOfModel, modelOfKey, rateWords } from '../../store/price-draft.ts';
import { type ModelPrices, usePrices, usePriceWishes } from '../../store/use-prices.ts';
import { useProviders, useStore } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { Fetching } from '../fetching.tsx';
import { May } from '../may.tsx';
import { PriceEditor } from './price-editor.tsx';
import { NotHere, SectionHead } from './section-head.tsx';

/** What models cost: by the table that came with the release, unless the workspace knows better. */
export function PricesSection({ edit }: { edit: string | undefined }) {
  const prices = usePrices();
  const navigate = useNavigate();
  const show = (shown?: string) =>
    void navigate({ to: '/settings/$section', params: { section: 'prices' }, search: shown ? { edit: shown } : {} });
  const done = () => {
    prices.again();
    show();
  };
  if (prices.state !== 'ready') return <Fetching fetched={prices} what="the prices" again={prices.again} />;
  if (edit === 'new') return <PriceEditor key="new" model={null} own={null} onDone={done} />;
  if (edit !== undefined) {
    const model = modelOfKey(edit);
    const row = prices.value.find((one) => keyOfModel(one) === edit);
    if (!model) return <NotHere what="price" onBack={() => show()} />;
    return <PriceEditor key={edit} model={model} own={row?.own ?? null} onDone={done} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <SectionHead
        title="Prices"
        words="In dollars per million tokens. Most models are in the table that came with this release; a price of your own wins, and counts from now on."
      >
        <May right="own">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
            Set a price
          </Button>
        </May>
      </SectionHead>
      <ul className="flex flex-col gap-2">
        {prices.value.map((row) => (
          <PriceRow key={keyOfModel(row)} row={row} onEdit={() => show(keyOfModel(row))} onGone={prices.again} />
        ))}
      </ul>
      <p className="text-tiny text-faint text-pretty">
        Shown are the models that agents use, and those with a price of your own. What nobody knows the price of is
        counted in tokens only.
      </p>
    </div>
  );
}

function PriceRow({ row, onEdit, onGone }: { row: ModelPrices; onEdit: () => void; onGone: () => void }) {
  const { provider, modelId, own, known, isFree } = row;
  const [isAsking, setAsking] = useState(false);
  const name = useProviderName(provider);
  return (
    <li className="flex items-start gap-2 rounded-plain border border-line bg-raised py-3 ps-4 pe-3 shadow-lift">
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="min-w-0">
          <h3 className="font-mono text-small font-semibold [overflow-wrap:anywhere]" dir="ltr">
            {modelId}
          </h3>
          <p className="truncate text-tiny text-faint" dir="auto">
            {name}
          </p>
        </div>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-small tabular-nums">
          {!isFree && (
            <>
              <dt className="text-tiny text-faint">Yours</dt>
              <dd>{own ? <RatesWords rates={own} isStrong /> : <span className="text-faint">Not set</span>}</dd>
            </>
          )}
          <dt className="text-tiny text-faint">Built in</dt>
          <dd>{known ? isFree ? <Tag>Free</Tag> : <RatesWords rates={known} /> : <Unknown />}</dd>
        </dl>
      </div>
      <May right="own">
        <span className="flex w-16 shrink-0">
          {!isFree && (
            <>
              <IconButton label={`Set the price of ${modelId}`} onClick={onEdit}>
                <Pencil size={15} />
              </IconButton>
              {own && (
                <IconButton label={`Delete your price of ${modelId}`} onClick={() => setAsking(true)}>
                  <Trash2 size={15} />
                </IconButton>
              )}
            </>
          )}
        </span>
      </May>
      {isAsking && <RemovePrice row={row} onClose={() => setAsking(false)} onGone={onGone} />}
    </li>
  );
}

function Unknown() {
  return <span className="text-ask">Nobody knows it</span>;
}

function RatesWords({ rates, isStrong = false }: { rates: Rates; isStrong?: boolean }) {
  const { input, output, cachedInput } = rates;
  return (
    <span className={isStrong ? 'font-medium text-ink' : 'text-soft'}>
      {rateWords(input)} in, {rateWords(output)} out
      {cachedInput !== null && <span className="text-faint">, {rateWords(cachedInput)} cached</span>}
    </span>
  );
}

function RemovePrice({ row, onClose, onGone }: { row: ModelPrices; onClose: () => void; onGone: () => void }) {
  const wishes = usePriceWishes();
  const store = useStore();
  const remove = async () => {
    const outcome = await wishes.remove(row);
    if ('value' in outcome) store.toasts.add(`Deleted your price of ${row.modelId}.`);
    else store.toasts.add(outcome.refusal.words, { tone: 'problem', stayMs: 10_000 });
    onGone();
  };
  return (
    <Confirm
      title={`Delete your price of ${row.modelId}?`}
      message={
        row.known
          ? 'From then on it costs what the built-in table says. What was spent stays as it was counted.'
          : 'The built-in table does not know it, so from then on only its tokens are counted.'
      }
      action="Delete"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

function useProviderName(provider: string): string {
  const found = useProviders()?.find(({ providerId }) => providerId === provider);
  if (found) return found.name;
  return provider === 'demo' ? 'Demo model (built in)' : provider;
}
