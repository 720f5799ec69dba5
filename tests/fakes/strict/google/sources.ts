/** Addresses that several rules name. */
export const signaturesPage = 'https://ai.google.dev/gemini-api/docs/thought-signatures';
export const callingPage = 'https://ai.google.dev/gemini-api/docs/function-calling';
export const thinkingPage = 'https://ai.google.dev/gemini-api/docs/thinking';
export const structuredPage = 'https://ai.google.dev/gemini-api/docs/structured-output';
export const imagesPage = 'https://ai.google.dev/gemini-api/docs/image-understanding';
export const errorsPage = 'https://ai.google.dev/gemini-api/docs/troubleshooting';
export const referencePage = 'https://ai.google.dev/api/generate-content';
export const genaiTypes = '@google/genai 3.1.0, dist/genai.d.ts';
