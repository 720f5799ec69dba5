/*
 * OpenAI models as far as requests depend on them. Efforts and sampling: https://developers.openai.com/api/docs/models, as
 * the catalog of `@ai-sdk/openai` 4.0.114 has them, and https://github.com/CopilotKit/CopilotKit/pull/7191 for GPT-6 Astra.
 * Tools with reasoning in chat completions: https://github.com/BerriAI/litellm/pull/34569 and
 * https://github.com/openai/openai-openapi/issues/541. Windows: https://developers.openai.com/api/docs/models.
 */
export interface OpenAiModel {
  /** Empty: the model does not reason. */
  efforts: readonly string[];
  defaultEffort: string;
  /** temperature, top_p and logprobs: never, or with effort none only. */
  sampling: 'always' | 'without-reasoning' | 'never';
  /** Chat completions take function tools with reasoning. */
  chatToolsWithReasoning: boolean;
  /** GPT-5.6 on: marks, and writes that are counted. */
  hasCacheOptions: boolean;
  cacheRetentions: readonly string[];
  contextTokens: number;
}

const sixth: OpenAiModel = {
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  defaultEffort: 'medium',
  sampling: 'never',
  chatToolsWithReasoning: false,
  hasCacheOptions: true,
  cacheRetentions: [],
  contextTokens: 1_050_000,
};
const sixthWithNone: OpenAiModel = {
  ...sixth,
  efforts: ['none', ...sixth.efforts],
  sampling: 'without-reasoning',
};
const fiveSix: OpenAiModel = { ...sixthWithNone, cacheRetentions: ['24h'] };
const fiveFive: OpenAiModel = {
  ...fiveSix,
  efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  hasCacheOptions: false,
};
const fiveTwo: OpenAiModel = {
  ...fiveFive,
  defaultEffort: 'none',
  chatToolsWithReasoning: true,
  cacheRetentions: ['in_memory', '24h'],
  contextTokens: 400_000,
};
const five: OpenAiModel = {
  ...fiveTwo,
  efforts: ['minimal', 'low', 'medium', 'high'],
  defaultEffort: 'medium',
  sampling: 'never',
};
const fourOne: OpenAiModel = {
  ...fiveTwo,
  efforts: [],
  sampling: 'always',
  contextTokens: 1_047_576,
};

const models: readonly [id: string, model: OpenAiModel][] = [
  ['gpt-6-astra', sixth],
  ['gpt-6.1-sol', sixth],
  ['gpt-6.1-terra', sixthWithNone],
  ['gpt-6-sol', sixthWithNone],
  ['gpt-6-luna', sixthWithNone],
  ['gpt-5.6-sol', fiveSix],
  ['gpt-5.6-terra', fiveSix],
  ['gpt-5.6-luna', fiveSix],
  ['gpt-5.6', fiveSix],
  ['gpt-5.5', fiveFive],
  ['gpt-5.4-mini', { ...fiveTwo, chatToolsWithReasoning: false }],
  ['gpt-5.4', { ...fiveTwo, chatToolsWithReasoning: false, contextTokens: 1_050_000 }],
  ['gpt-5.2', fiveTwo],
  ['gpt-5.1', { ...fiveTwo, efforts: ['none', 'low', 'medium', 'high'] }],
  ['gpt-5-mini', five],
  ['gpt-5', five],
  ['o4-mini', { ...five, efforts: ['low', 'medium', 'high'], contextTokens: 200_000 }],
  ['gpt-4.1-mini', fourOne],
  ['gpt-4.1', fourOne],
  ['gpt-4o-mini', { ...fourOne, contextTokens: 128_000 }],
  ['gpt-4o', { ...fourOne, contextTokens: 128_000 }],
];

export function findOpenAi(id: string): OpenAiModel | null {
  const isSame = (name: string) =>
    id === name || (id.startsWith(name) && /^-\d{4}-\d{2}-\d{2}$/.test(id.slice(name.length)));
  return models.find(([name]) => isSame(name))?.[1] ?? null;
}

export function reasons(model: OpenAiModel, effort: string | null | undefined): boolean {
  return model.efforts.length > 0 && (effort ?? model.defaultEffort) !== 'none';
}
