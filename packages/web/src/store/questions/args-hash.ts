import type { CallState } from '@retinue/protocol';

/** What a person was shown and decides on. */
export interface ShownCall {
  toolName: string;
  args: CallState['args'];
}

/**
 * Of exactly what is on the page, as the server makes it: the tool and its arguments. A page that came over plain HTTP from another machine
 * can't make one; what is approved is bound to the question all the same.
 */
export async function argsHashOf({ toolName, args }: ShownCall): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const bytes = new TextEncoder().encode(JSON.stringify([toolName, args]));
  const digest = String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return btoa(digest).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
