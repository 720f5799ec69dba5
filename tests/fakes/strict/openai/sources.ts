/** Addresses that several rules name. */
export const errorsPage = 'https://developers.openai.com/api/docs/guides/error-codes';
export const reasoningPage = 'https://developers.openai.com/api/docs/guides/reasoning';
export const callingPage = 'https://developers.openai.com/api/docs/guides/function-calling';
export const structuredPage = 'https://developers.openai.com/api/docs/guides/structured-outputs';
export const visionPage = 'https://developers.openai.com/api/docs/guides/images-vision';
export const responsesTypes = 'openai 7.55.0, resources/responses/responses.d.ts';
export const chatTypes = 'openai 7.55.0, resources/chat/completions/completions.d.ts';
export const effortTable =
  'https://developers.openai.com/api/docs/models, as @ai-sdk/openai 4.0.114 has them in its catalog';
