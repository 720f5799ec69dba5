import type { CallState } from '@retinue/protocol';

/** The exact call that a person saw and decides on. */
export interface ShownCall {
  toolName: string;
  args: CallState['args'];
}

/**
 * Hash of exactly the call on the page, computed as on the server: the tool and its arguments. A page over plain HTTP
 * from another machine can't compute one; its approval is bound to the question all the same.
 */
export async function shownArgsHash({ toolName, args }: ShownCall): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const bytes = new TextEncoder().encode(JSON.stringify([toolName, args]));
  const digest = String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return btoa(digest).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
