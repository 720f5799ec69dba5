import { defineEndpoint } from '../../define-endpoint.ts';

export const signOut = defineEndpoint({
  name: 'signOut',
  async run({ http: { signIns }, incoming }) {
    const key = signIns.keyIn(incoming.request.headers);
    if (key) await signIns.end(key);
    const headers = { 'content-type': 'application/json', 'set-cookie': signIns.cookieFor(null) };
    return new Response('{}', { headers });
  },
});
