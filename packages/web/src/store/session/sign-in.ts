import { ApiError, type Workspace } from '@retinue/protocol';
import type { Api } from '../../api/client.ts';
import { savePageKey } from '../../api/page-key.ts';

export type SignIn =
  | { state: 'checking' }
  | { state: 'in'; name: string; role: 'owner' | 'editor' | 'viewer'; runsServer: boolean; workspaces: Workspace[] }
  | { state: 'out'; message: string }
  | { state: 'unreachable' };

/** Takes the token of a set-up link from the fragment, which no server sees, and removes it from the address. */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('set-up');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** A used link changes nothing in a browser that is signed in. */
export async function exchangeToken(api: Api, token: string | null): Promise<SignIn> {
  let refusal: string | null = null;
  try {
    if (token !== null) {
      const { pageKey, ...signedIn } = await api.signIn({ body: { token } });
      savePageKey(pageKey);
      return toSignIn(signedIn);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'unreachable' };
    refusal = error.message;
  }
  try {
    return toSignIn(await api.getSignedIn({}));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return { state: 'unreachable' };
    return { state: 'out', message: refusal ?? error.message };
  }
}

function toSignIn({ principal, workspaces }: Awaited<ReturnType<Api['getSignedIn']>>): SignIn {
  return { state: 'in', ...principal, workspaces };
}
