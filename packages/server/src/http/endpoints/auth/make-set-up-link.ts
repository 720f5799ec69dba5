import { isRefusal } from '@retinue/protocol';
import { defineEndpoint } from '../../define-endpoint.ts';

export const makeSetUpLink = defineEndpoint({
  name: 'makeSetUpLink',
  async run({ http, context: { idempotency } }) {
    const made = await http.signIns.makeSetUp(idempotency);
    if (isRefusal(made)) return made;
    return { url: `${http.url()}/#set-up=${made.token}`, expiresAt: made.expiresAt };
  },
});
