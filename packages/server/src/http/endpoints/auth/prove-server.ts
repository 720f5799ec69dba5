import { refuse } from '@retinue/protocol';
import { defineEndpoint } from '../../define-endpoint.ts';

export const proveServer = defineEndpoint({
  name: 'proveServer',
  async run({ http, body }) {
    const proof = http.signIns.proveServer(body.nonce, http.nearUrl());
    return proof ?? refuse('no-token');
  },
});
