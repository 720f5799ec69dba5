import type { Rates } from '@retinue/protocol';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Fetching } from '../../../components/forms/fetching.tsx';
import { May } from '../../../components/may.tsx';
import {
  keyOfModel,
  type ModelPrices,
  modelOfKey,
  usePriceRequests,
  usePrices,
} from '../../../store/settings/use-prices.ts';
import { useReport } from '../../../store/settings/use-report.ts';
import { useProviders } from '../../../store/use-store.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { NotFound, SectionHead, useShowEntry } from '../section-head.tsx';
import { pricesCopy as copy } from './copy.ts';
import { PriceEditor } from './price-editor.tsx';

export function PricesSection({ edit }: { edit: string | undefined }) {
  const prices = usePrices();
  const show = useShowEntry('prices');
  const done = () => {
    prices.again();
    show();
  };
  if (prices.state !== 'ready') return <Fetching fetched={prices} subject={copy.subject} again={prices.again} />;
  if (edit === 'new') return <PriceEditor key="new" model={null} own={null} onDone={done} />;
  if (edit !== undefined) {
    const model = modelOfKey(edit);
    const row = prices.value.find((one) => keyOfModel(one) === edit);
    if (!model) return <NotFound noun={copy.noun} onBack={() => show()} />;
    return <PriceEditor key={edit} model={model} own={row?.own ?? null} onDone={done} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <SectionHead title={copy.title} lead={copy.lead}>
        <May right="own">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
            {copy.add}
          </Button>
        </May>
      </SectionHead>
      <ul className="flex flex-col gap-2">
        {prices.value.map((row) => (
          <PriceRow key={keyOfModel(row)} row={row} onEdit={() => show(keyOfModel(row))} onGone={prices.again} />
        ))}
      </ul>
      <p className="text-tiny text-faint text-pretty">{copy.note}</p>
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
              <dt className="text-tiny text-faint">{copy.own}</dt>
              <dd>{own ? <RatesText rates={own} isStrong /> : <span className="text-faint">{copy.notSet}</span>}</dd>
            </>
          )}
          <dt className="text-tiny text-faint">{copy.builtIn}</dt>
          <dd>
            {known ? (
              isFree ? (
                <Tag>{copy.free}</Tag>
              ) : (
                <RatesText rates={known} />
              )
            ) : (
              <span className="text-ask">{copy.unknown}</span>
            )}
          </dd>
        </dl>
      </div>
      <May right="own">
        <span className="flex w-16 shrink-0">
          {!isFree && (
            <>
              <IconButton label={copy.edit(modelId)} onClick={onEdit}>
                <Pencil size={15} />
              </IconButton>
              {own && (
                <IconButton label={copy.delete(modelId)} onClick={() => setAsking(true)}>
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

function RatesText({ rates, isStrong = false }: { rates: Rates; isStrong?: boolean }) {
  const { input, output, cachedInput } = rates;
  return (
    <span className={isStrong ? 'font-medium text-ink' : 'text-soft'}>
      {copy.rates(input, output)}
      {cachedInput !== null && <span className="text-faint">{copy.cachedRate(cachedInput)}</span>}
    </span>
  );
}

function RemovePrice({ row, onClose, onGone }: { row: ModelPrices; onClose: () => void; onGone: () => void }) {
  const requests = usePriceRequests();
  const report = useReport();
  const remove = async () => {
    report(await requests.remove(row), () => copy.remove.done(row.modelId));
    onGone();
  };
  return (
    <Confirm
      title={copy.remove.title(row.modelId)}
      message={row.known ? copy.remove.known : copy.remove.unknown}
      action={copy.remove.action}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

function useProviderName(provider: string): string {
  const found = useProviders()?.find(({ providerId }) => providerId === provider);
  if (found) return found.name;
  return provider === 'demo' ? copy.demoModel : provider;
}
