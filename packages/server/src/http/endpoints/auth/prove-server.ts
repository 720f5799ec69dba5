import { defineEndpoint } from '../../define-endpoint.ts';
import { HttpProblem } from '../../problems.ts';

export const proveServer = defineEndpoint({
  name: 'proveServer',
  async run({ http, body }) {
    const proof = http.signIns.proveServer(body.nonce, http.nearUrl());
    if (proof) return proof;
    throw new HttpProblem(404, 'no-token', 'This server has no token. Make one with "retinue token rotate".');
  },
});
