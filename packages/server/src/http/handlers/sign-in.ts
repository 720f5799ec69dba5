import { refuse } from '@retinue/protocol';
import type { Handlers, Porch } from '../house.ts';
import type { Principal } from '../principal.ts';
import { isMember } from '../principal.ts';
import { HttpProblem, refused } from '../problems.ts';
import { cookieFor, signInKey } from '../sign-ins.ts';

export const signInHandlers: Handlers<'signIn' | 'getSignedIn' | 'signOut' | 'makeSetUpLink'> = {
  async signIn(porch, { body }, { once }) {
    const exchanged = await porch.signIns.exchange(body.token, once ?? undefined);
    if (exchanged.refusal) throw exchanged.refusal.code === 'key-reused' ? refused(exchanged.refusal) : usedLink();
    const { key } = exchanged;
    const principal = await porch.signIns.principalOf(new Headers({ cookie: cookieFor(key, false) }));
    if (!principal) throw usedLink();
    const cookie = cookieFor(key, porch.settings.publicUrl?.startsWith('https:') ?? false);
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'set-cookie': cookie };
    return new Response(JSON.stringify(await signedIn(porch, principal)), { status: 201, headers });
  },
  getSignedIn: (porch, _parts, { principal }) => signedIn(porch, principal),
  async signOut({ signIns, settings }, _parts, { request }) {
    const key = signInKey(request.headers);
    if (key) await signIns.end(key);
    const cookie = cookieFor(null, settings.publicUrl?.startsWith('https:') ?? false);
    return new Response('{}', { headers: { 'content-type': 'application/json', 'set-cookie': cookie } });
  },
  async makeSetUpLink(porch, _parts, { once }) {
    const made = await porch.signIns.makeSetUp(once ?? undefined);
    if (!made) throw refused(refuse('key-reused', once?.key ?? ''));
    return { url: `${porch.url()}/#set-up=${made.token}`, expiresAt: made.expiresAt };
  },
};

async function signedIn({ house }: Porch, principal: Principal) {
  const workspaces = (await house.workspaces.list()).filter(({ workspaceId }) => isMember(principal, workspaceId));
  const { name, role, workspaceIds } = principal;
  return { principal: { name, role, runsServer: role === 'owner' && workspaceIds === 'all' }, workspaces };
}

function usedLink(): HttpProblem {
  const words =
    'This link was used already, or is too old. Ask for a new one with "retinue link" where the server runs.';
  return new HttpProblem(401, 'used-link', words);
}
