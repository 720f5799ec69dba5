import type { ListedPrice, ModelChoice, Price, ProviderKind, Rates, Usage, WorkspaceId } from '@retinue/protocol';
import { providerIdSchema, refuse } from '@retinue/protocol';
import { recordShapes } from '../ports/log/record-shapes.ts';
import type { Records } from '../ports/log/records.ts';
import type { ModelPrice, PriceList } from '../ports/settings/prices.ts';
import type { Providers } from '../ports/settings/providers.ts';
import { collection } from '../records/collection.ts';

export interface PricesOptions {
  records: Records;
  /** Providers of a workspace, by id. */
  providers: Pick<Providers, 'find'>;
  /** Built-in ones of this process, by name; one without an address costs nothing. */
  builtIn: Readonly<Record<string, Vendor | null>>;
}

interface Vendor {
  kind: ProviderKind;
  baseUrl: string;
}

/** Prices of a workspace over those of the table in this release. */
export function createPrices({ records, providers, builtIn }: PricesOptions): PriceList {
  const prices = collection(records, 'price', recordShapes.price);
  const vendorOf = async (workspaceId: WorkspaceId, provider: string) => {
    const id = providerIdSchema.safeParse(provider);
    return builtIn[provider] ?? (id.success ? await providers.find(workspaceId, id.data) : null);
  };
  const findKnown = async (workspaceId: WorkspaceId, choice: ModelChoice) => {
    if (builtIn[choice.provider] === null) return free;
    const vendor = await vendorOf(workspaceId, choice.provider);
    return vendor && (await findInTable(vendor, choice));
  };
  return {
    findKnown,
    async find(workspaceId, choice) {
      if (builtIn[choice.provider] === null) return free;
      const own = await prices.get(workspaceId, placeOf({ provider: choice.provider, modelId: choice.id }));
      return own ? priceOf(own.value) : await findKnown(workspaceId, choice);
    },
    list: async (workspaceId) => (await prices.list(workspaceId)).map(({ value, version }) => ({ ...value, version })),
    set: (request, price) =>
      prices.change<ListedPrice>(request, placeOf(price), (current) => ({
        kept: price,
        reply: { ...price, version: (current?.version ?? 0) + 1 },
      })),
    remove: (request, model) => prices.remove(request, placeOf(model), refuse('no-such-price', model)),
  };
}

function placeOf({ provider, modelId }: Pick<Price, 'provider' | 'modelId'>): string {
  return `${provider} ${modelId}`;
}

const free: ModelPrice = {
  source: 'free',
  rates: { input: 0, output: 0, cachedInput: null },
  costMicros: () => 0,
};

function priceOf({ input, output, cachedInput }: Price): ModelPrice {
  const costMicros = ({ inputTokens, cachedTokens, outputTokens }: Usage) => {
    const cached = Math.min(cachedTokens, inputTokens);
    return roundUp((inputTokens - cached) * input + cached * (cachedInput ?? input) + outputTokens * output);
  };
  return { source: 'workspace', rates: { input, output, cachedInput }, costMicros };
}

const foundInTable = new Map<string, Promise<ModelPrice | null>>();

/** The table is constant while this process runs, and long: each model is looked up once. */
function findInTable(vendor: Vendor, choice: ModelChoice): Promise<ModelPrice | null> {
  if (foundInTable.size > maxFound) foundInTable.clear();
  const name = JSON.stringify([vendor.kind, vendor.baseUrl, choice.id]);
  return foundInTable.getOrInsertComputed(name, () => findListed(vendor, choice));
}

/** Loaded at the first use: the table takes longer to load than everything else, and most starts don't need it. */
async function findListed({ kind, baseUrl }: Vendor, { id }: ModelChoice): Promise<ModelPrice | null> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const whose = kind === 'openai-compatible' ? { providerApiUrl: baseUrl } : { providerId: kind };
  const calculate = ({ inputTokens, cachedTokens, outputTokens }: Usage) => {
    const usage = {
      input_tokens: inputTokens,
      cache_read_tokens: Math.min(cachedTokens, inputTokens),
      output_tokens: outputTokens,
    };
    return calcPrice(usage, id, whose);
  };
  const known = calculate(oneOfEach);
  if (!known) return null;
  const rate = (name: string): number | null => baseOf(known.model_price[name]);
  const rates: Rates = {
    input: rate('input_mtok') ?? 0,
    output: rate('output_mtok') ?? 0,
    cachedInput: rate('cache_read_mtok'),
  };
  return { source: 'table', rates, costMicros: (usage) => roundUp((calculate(usage)?.total_price ?? 0) * 1_000_000) };
}

const maxFound = 500;

const oneOfEach: Usage = {
  inputTokens: 1,
  outputTokens: 1,
  reasoningTokens: 0,
  cachedTokens: 0,
  estimatedTokens: 0,
};

/** If a model costs more beyond some length, the displayed rate is that of a short prompt. */
function baseOf(rate: number | { base: number } | undefined): number | null {
  return typeof rate === 'object' ? rate.base : (rate ?? null);
}

/** A value slightly above a whole number is a rounding error. */
function roundUp(costMicros: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(costMicros - 1e-6));
}
