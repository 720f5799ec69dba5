/*
 * Gemini models as far as requests depend on them. Levels: the catalog of `@ai-sdk/google` 4.0.117, which lists what the
 * models take; not known for Gemini 4, where the common ones are kept. Cache minimum: https://ai.google.dev/gemini-api/docs/caching.
 * Call ids: seen from 3.8 Flash on. Limits: https://ai.google.dev/gemini-api/docs/models.
 */
export interface GeminiModel {
  /** Calls and their thought signatures are validated. */
  signs: boolean;
  /** Empty: a budget instead of levels. */
  levels: readonly string[];
  /** Thinking can be turned off with a budget of 0. */
  canStopThinking: boolean;
  namesCalls: boolean;
  /** The provider's search beside functions. */
  mixesTools: boolean;
  minCacheTokens: number;
  contextTokens: number;
  maxOutputTokens: number;
}

const third: GeminiModel = {
  signs: true,
  levels: ['LOW', 'MEDIUM', 'HIGH'],
  canStopThinking: false,
  namesCalls: false,
  mixesTools: true,
  minCacheTokens: 4096,
  contextTokens: 1_048_576,
  maxOutputTokens: 65_536,
};
const thirdWithMinimal: GeminiModel = { ...third, levels: ['MINIMAL', ...third.levels] };
const named: GeminiModel = { ...third, namesCalls: true };
const older: GeminiModel = {
  ...third,
  signs: false,
  levels: [],
  canStopThinking: true,
  mixesTools: false,
  minCacheTokens: 2048,
};

const models: Record<string, GeminiModel> = {
  'gemini-4-argon': named,
  'gemini-4-carbon': named,
  'gemini-3.8-flash': named,
  'gemini-3.7-flash': third,
  'gemini-3.6-flash': thirdWithMinimal,
  'gemini-3.5-flash': thirdWithMinimal,
  'gemini-3.5-flash-lite': thirdWithMinimal,
  'gemini-3.1-pro-preview': third,
  'gemini-3-pro-preview': third,
  'gemini-3-flash-preview': { ...thirdWithMinimal, minCacheTokens: 1024 },
  'gemini-2.5-pro': { ...older, canStopThinking: false },
  'gemini-2.5-flash': older,
  'gemini-2.5-flash-lite': older,
};

export function findGemini(id: string): GeminiModel | null {
  return models[id] ?? null;
}
