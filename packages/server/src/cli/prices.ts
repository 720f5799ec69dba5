import type { Price } from '@retinue/protocol';
import { priceSchema, problemsIn } from '@retinue/protocol';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import type { Settings } from './settings.ts';
import { openSettings } from './settings.ts';

/** What models cost by the workspace's own word: shown, or changed. */
export async function prices(
  context: Context,
  { set, remove }: { set: string | null; remove: string | null },
): Promise<{ code: ExitCode } | Failure> {
  const price = set === null ? null : readPrice(set);
  if (price && 'words' in price) return price;
  const model = remove === null ? null : readModel(remove);
  if (model && 'words' in model) return model;
  const settings = await openSettings(context);
  try {
    const failure = await change(settings, price, model);
    if (failure) return failure;
    const list = await settings.prices();
    if ('words' in list) return list;
    context.terminal.out(context.isJson ? `${JSON.stringify(list)}\n` : `${draw(list).join('\n')}\n`);
    return { code: exitCodes.ok };
  } finally {
    await settings.close();
  }
}

type Model = Pick<Price, 'provider' | 'modelId'>;

async function change(settings: Settings, price: Price | null, model: Model | null): Promise<Failure | null> {
  const set = price && (await settings.setPrice(price));
  if (set && 'words' in set) return set;
  return model && settings.removePrice(model);
}

/** `<provider>/<model> <input> <output> [<cached input>]`. A model's name may have slashes of its own. */
function readPrice(text: string): Price | Failure {
  const [named = '', input, output, cachedInput, ...rest] = text.trim().split(/\s+/);
  const model = readModel(named);
  if ('words' in model) return model;
  if (input === undefined || output === undefined || rest.length > 0) return wrongUsage(priceWords);
  const rates = { input: Number(input), output: Number(output) };
  const cached = cachedInput === undefined ? {} : { cachedInput: Number(cachedInput) };
  const parsed = priceSchema.safeParse({ ...model, ...rates, ...cached });
  return parsed.success ? parsed.data : wrongUsage(`This price can't be set. ${problemsIn(parsed.error)}`);
}

function readModel(text: string): Model | Failure {
  const slash = text.indexOf('/');
  const model = { provider: text.slice(0, Math.max(0, slash)), modelId: text.slice(slash + 1) };
  return model.provider === '' || model.modelId === '' ? wrongUsage(priceWords) : model;
}

const priceWords =
  'A price is a provider, a model and dollars per million tokens, as in: "prv_openai/gpt-5 1.25 10 0.125" (input, output, cached input).';

function draw(list: readonly Price[]): string[] {
  if (list.length === 0) return ['No price is set. Known models cost what the built-in table says.'];
  const rows = list.map(({ provider, modelId, input, output, cachedInput }) => {
    const cached = cachedInput === null ? '' : `, cached $${cachedInput}`;
    return `${provider}/${modelId}  in $${input}, out $${output}${cached}`;
  });
  return ['Dollars per million tokens:', ...rows];
}
