import type { Price } from '@retinue/protocol';
import { localWorkspaceId, priceSchema, problemsIn } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { usageError } from '../exit.ts';

const params = { workspaceId: localWorkspaceId };

/** Shows or changes the prices that the workspace sets itself. */
export async function prices(context: Context, { given: { set, remove } }: CommandInput): Promise<void> {
  const price = set === undefined ? null : readPrice(set);
  const removed = remove === undefined ? null : readModel(remove);
  const { results } = await withConnection(context, {}, async (client) => {
    if (price) {
      const { provider, modelId, ...body } = price;
      await client.setPrice({ params: { ...params, provider, modelId }, body });
    }
    if (removed) await client.removePrice({ params: { ...params, ...removed } });
    return client.listPrices({ params });
  });
  print(context, results, draw(results).join('\n'));
}

/** Reads `<provider>/<model> <input> <output> [<cached input>]`. A model's name may have slashes. */
function readPrice(text: string): Price {
  const [named = '', input, output, cachedInput, ...rest] = text.trim().split(/\s+/);
  const model = readModel(named);
  if (input === undefined || output === undefined || rest.length > 0) throw usageError(priceHint);
  const rates = { input: Number(input), output: Number(output) };
  const cached = cachedInput === undefined ? {} : { cachedInput: Number(cachedInput) };
  const parsed = priceSchema.safeParse({ ...model, ...rates, ...cached });
  if (!parsed.success) throw usageError(`This price can't be set. ${problemsIn(parsed.error)}`);
  return parsed.data;
}

function readModel(text: string): Pick<Price, 'provider' | 'modelId'> {
  const slash = text.indexOf('/');
  const model = { provider: text.slice(0, Math.max(0, slash)), modelId: text.slice(slash + 1) };
  if (model.provider === '' || model.modelId === '') throw usageError(priceHint);
  return model;
}

const priceHint =
  'Give a provider, a model and dollars per million tokens, for example: "prv_openai/gpt-5 1.25 10 0.125" (input, output, cached input).';

function draw(list: readonly Price[]): string[] {
  if (list.length === 0) return ['No prices are set. Known models have built-in prices.'];
  const rows = list.map(({ provider, modelId, input, output, cachedInput }) => {
    const cached = cachedInput === null ? '' : `, cached $${cachedInput}`;
    return `${provider}/${modelId}  in $${input}, out $${output}${cached}`;
  });
  return ['Dollars per million tokens:', ...rows];
}
