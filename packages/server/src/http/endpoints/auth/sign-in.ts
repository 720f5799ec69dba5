import { isRefusal, pageKeyHeader, refuse } from '@retinue/protocol';
import { signedIn } from '../../auth/signed-in.ts';
import { endpoints, jsonResponse } from '../../define-endpoint.ts';

export const signInEndpoints = endpoints({
  async signIn({ http: { signIns }, services, incoming, body }) {
    // Only failed sign-ins count, so the attempts of a person with a valid link can't be used up.
    if (!(await signIns.isOpen(body.token))) incoming.countFailedSignIn();
    const exchanged = await signIns.exchange(body.token);
    if (isRefusal(exchanged)) return exchanged;
    const { key, pageKey } = exchanged;
    const cookie = signIns.cookieFor(key);
    const principal = await signIns.principalOf(new Headers({ cookie, [pageKeyHeader]: pageKey }));
    if (!principal) return refuse('used-link');
    return jsonResponse({ ...(await signedIn(services, principal)), pageKey }, 201, { 'set-cookie': cookie });
  },
  async signOut({ http: { signIns }, incoming }) {
    const key = signIns.keyIn(incoming.request.headers);
    if (key) await signIns.end(key);
    const headers = { 'content-type': 'application/json', 'set-cookie': signIns.cookieFor(null) };
    return new Response('{}', { headers });
  },
  getSignedIn: ({ services, incoming }) => signedIn(services, incoming.principal),
  async proveServer({ http, body }) {
    const proof = http.signIns.proveServer(body.nonce, http.nearUrl());
    return proof ?? refuse('no-token');
  },
  async makeSetUpLink({ http, context: { idempotency } }) {
    const made = await http.signIns.makeSetUp(idempotency);
    if (isRefusal(made)) return made;
    return { url: `${http.url()}/#set-up=${made.token}`, expiresAt: made.expiresAt };
  },
  async makeDownloadLink({ http: { signIns }, incoming, body }) {
    return signIns.signPath(incoming.request.headers, body.path) ?? refuse('not-a-browser');
  },
});
