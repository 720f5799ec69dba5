import { isRefusal, pageKeyHeader, refuse } from '@retinue/protocol';
import { signedIn } from '../../auth/signed-in.ts';
import { defineEndpoint, jsonResponse } from '../../define-endpoint.ts';

export const signIn = defineEndpoint({
  name: 'signIn',
  async run({ http: { signIns }, services, incoming, body }) {
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
});
