import { pageKeyHeader, refuse } from '@retinue/protocol';
import type { Handlers, Porch } from '../house.ts';
import type { Principal } from '../principal.ts';
import { isMember } from '../principal.ts';
import { HttpProblem, refused } from '../problems.ts';

export const signInHandlers: Handlers<
  'proveServer' | 'signIn' | 'getSignedIn' | 'signOut' | 'makeSetUpLink' | 'makeDownloadLink'
> = {
  async proveServer({ signIns, nearUrl }, { body }) {
    const proof = signIns.proveServer(body.nonce, nearUrl());
    if (!proof)
      throw new HttpProblem(404, 'no-token', 'This server has no token. Make one with "retinue token rotate".');
    return proof;
  },
  async signIn(porch, { body }, { countFailedSignIn }) {
    // Only what leads nowhere counts, so nobody can use up the attempts of somebody with a good link.
    if (!(await porch.signIns.isOpen(body.token))) countFailedSignIn();
    const exchanged = await porch.signIns.exchange(body.token);
    if (exchanged.refusal) throw usedLink();
    const { key, pageKey } = exchanged.keys;
    const cookie = porch.signIns.cookieFor(key);
    const principal = await porch.signIns.principalOf(new Headers({ cookie, [pageKeyHeader]: pageKey }));
    if (!principal) throw usedLink();
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'set-cookie': cookie };
    const reply = { ...(await signedIn(porch, principal)), pageKey };
    return new Response(JSON.stringify(reply), { status: 201, headers });
  },
  getSignedIn: (porch, _parts, { principal }) => signedIn(porch, principal),
  async signOut({ signIns }, _parts, { request }) {
    const key = signIns.keyIn(request.headers);
    if (key) await signIns.end(key);
    const headers = { 'content-type': 'application/json', 'set-cookie': signIns.cookieFor(null) };
    return new Response('{}', { headers });
  },
  async makeSetUpLink(porch, _parts, { once }) {
    const made = await porch.signIns.makeSetUp(once ?? undefined);
    if (!made) throw refused(refuse('key-reused', once?.key ?? ''));
    return { url: `${porch.url()}/#set-up=${made.token}`, expiresAt: made.expiresAt };
  },
  async makeDownloadLink({ signIns }, { body }, { request }) {
    const signed = signIns.signPath(request.headers, body.path);
    if (signed) return signed;
    throw new HttpProblem(
      400,
      'no-session',
      'Only a browser needs a link. A program sends its token with the request.',
    );
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
