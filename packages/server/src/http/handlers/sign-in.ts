import { pageKeyHeader, refuse } from '@retinue/protocol';
import type { Principal } from '../auth/principal.ts';
import { isMember } from '../auth/principal.ts';
import type { Handlers, HttpContext } from '../http-context.ts';
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
  async signIn(http, { body }, { countFailedSignIn }) {
    // Only what leads nowhere counts, so nobody can use up the attempts of somebody with a good link.
    if (!(await http.signIns.isOpen(body.token))) countFailedSignIn();
    const exchanged = await http.signIns.exchange(body.token);
    if (exchanged.refusal) throw usedLink();
    const { key, pageKey } = exchanged.keys;
    const cookie = http.signIns.cookieFor(key);
    const principal = await http.signIns.principalOf(new Headers({ cookie, [pageKeyHeader]: pageKey }));
    if (!principal) throw usedLink();
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'set-cookie': cookie };
    const reply = { ...(await signedIn(http, principal)), pageKey };
    return new Response(JSON.stringify(reply), { status: 201, headers });
  },
  getSignedIn: (http, _parts, { principal }) => signedIn(http, principal),
  async signOut({ signIns }, _parts, { request }) {
    const key = signIns.keyIn(request.headers);
    if (key) await signIns.end(key);
    const headers = { 'content-type': 'application/json', 'set-cookie': signIns.cookieFor(null) };
    return new Response('{}', { headers });
  },
  async makeSetUpLink(http, _parts, { once }) {
    const made = await http.signIns.makeSetUp(once ?? undefined);
    if (!made) throw refused(refuse('key-reused', once?.key ?? ''));
    return { url: `${http.url()}/#set-up=${made.token}`, expiresAt: made.expiresAt };
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

async function signedIn({ services }: HttpContext, principal: Principal) {
  const workspaces = (await services.workspaces.list()).filter(({ workspaceId }) => isMember(principal, workspaceId));
  const { name, role, workspaceIds } = principal;
  return { principal: { name, role, runsServer: role === 'owner' && workspaceIds === 'all' }, workspaces };
}

function usedLink(): HttpProblem {
  const words =
    'This link was used already, or is too old. Ask for a new one with "retinue link" where the server runs.';
  return new HttpProblem(401, 'used-link', words);
}
