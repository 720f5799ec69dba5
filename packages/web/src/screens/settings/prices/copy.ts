import type { Rates } from '@retinue/protocol';

/** Dollars with two digits, or more for a small rate. */
function rate(dollars: number): string {
  const text = String(dollars);
  return `$${/\.\d{3,}$/.test(text) ? text : dollars.toFixed(2)}`;
}

export const pricesCopy = {
  title: 'Prices',
  subject: 'prices',
  noun: 'price',
  lead: 'In US dollars per million tokens. Your prices replace the built-in ones for new usage.',
  note: 'Models without a price count toward tokens only.',
  create: 'Add price',
  priceOf: (modelId: string) => `price of ${modelId}`,
  own: 'Yours',
  notSet: 'Not set',
  builtIn: 'Built in',
  free: 'Free',
  unknown: 'Unknown',
  demoModel: 'Demo model (built in)',
  rates: (input: number, output: number) => `${rate(input)} in, ${rate(output)} out`,
  cachedRate: (cachedInput: number) => `, ${rate(cachedInput)} cached`,
  removal: (modelId: string, isKnown: boolean) => ({
    title: `Delete your price of ${modelId}?`,
    message: isKnown
      ? 'The built-in price applies to new usage. Past usage keeps its cost.'
      : 'There is no built-in price, so new usage counts tokens only.',
    action: 'Delete price',
  }),
  removed: (modelId: string) => `Price of ${modelId} deleted`,
  save: 'Save price',
  form: 'Price',
  newPrice: 'New price',
  formLead: 'In US dollars per million tokens, for new usage.',
  noProvider: '[Add a provider] first.',
  labels: {
    provider: 'Provider',
    modelId: 'Model ID',
    input: 'Input',
    output: 'Output',
    cachedInput: 'Cached input',
  },
  examples: { input: '1.25', output: '10', cachedInput: 'Same as input' },
  help: { output: 'Includes reasoning tokens.' },
  notInTable: 'The built-in table has no price for this model.',
  inTable: ({ input, output, cachedInput }: Rates) =>
    `Built-in price: ${rate(input)} in, ${rate(output)} out${cachedInput === null ? '' : `, ${rate(cachedInput)} cached`}.`,
  useTable: 'Use built-in price',
  saved: (modelId: string) => `Price of ${modelId} saved`,
};
