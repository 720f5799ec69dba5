import { digest } from './seal.ts';

/*
 * The strict fakes count four characters of serialized content as one token, and fixed numbers for images and
 * documents. No provider counts so, but the same request always has the same count, on every fake.
 */
export const charsPerToken = 4;
const tokensPerImage = 1500;
const tokensPerDocument = 3000;

export function tokensIn(text: string): number {
  return Math.ceil(text.length / charsPerToken);
}

/** A part of a prompt as text to count and to compare. Base64 becomes its digest and a filler of the length that it counts. */
export function countedText(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner !== 'string' || !mediaKeys.has(key)) return inner;
    const data = inner.replace(/^data:[^,]*,/, '');
    if (data.length < minMediaChars || /[^A-Za-z0-9+/=]/.test(data)) return inner;
    const tokens = data.startsWith('JVBER') ? tokensPerDocument : tokensPerImage;
    return digest(data) + '#'.repeat(tokens * charsPerToken);
  });
}

const mediaKeys = new Set(['data', 'image_url', 'url', 'file_data']);
const minMediaChars = 64;
