import { refuse } from '@retinue/protocol';
import { defineEndpoint } from '../../define-endpoint.ts';

export const makeSetUpLink = defineEndpoint({
  name: 'makeSetUpLink',
  async run({ http, context: { once } }) {
    const made = await http.signIns.makeSetUp(once);
    if (!made) return refuse('key-reused', once?.key ?? '');
    return { url: `${http.url()}/#set-up=${made.token}`, expiresAt: made.expiresAt };
  },
});
