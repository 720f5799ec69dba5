import { pageKeyHeader } from '@retinue/protocol';
import { signedIn } from '../../auth/signed-in.ts';
import { defineEndpoint, jsonResponse } from '../../define-endpoint.ts';
import { HttpProblem } from '../../problems.ts';

export const signIn = defineEndpoint({
  name: 'signIn',
  async run({ http: { signIns }, services, incoming, body }) {
    // Only what leads nowhere counts, so nobody can use up the attempts of somebody with a good link.
    if (!(await signIns.isOpen(body.token))) incoming.countFailedSignIn();
    const exchanged = await signIns.exchange(body.token);
    if (exchanged.refusal) throw usedLink();
    const { key, pageKey } = exchanged.keys;
    const cookie = signIns.cookieFor(key);
    const principal = await signIns.principalOf(new Headers({ cookie, [pageKeyHeader]: pageKey }));
    if (!principal) throw usedLink();
    return jsonResponse({ ...(await signedIn(services, principal)), pageKey }, 201, { 'set-cookie': cookie });
  },
});

function usedLink(): HttpProblem {
  const message =
    'This link was used already, or is too old. Ask for a new one with "retinue link" where the server runs.';
  return new HttpProblem(401, 'used-link', message);
}
