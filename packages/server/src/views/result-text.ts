import type { Output } from '@retinue/protocol';

/** A call's result as text: the full text if its blob is available, else the model's preview. */
export function resultText(output: Output | null, blobs: ReadonlyMap<string, string>): string {
  if (output === null) return '';
  const whole = output.blob === null ? undefined : blobs.get(output.blob);
  if (whole !== undefined) return whole;
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
}
