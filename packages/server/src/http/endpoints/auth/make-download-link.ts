import { refuse } from '@retinue/protocol';
import { defineEndpoint } from '../../define-endpoint.ts';

export const makeDownloadLink = defineEndpoint({
  name: 'makeDownloadLink',
  async run({ http: { signIns }, incoming, body }) {
    return signIns.signPath(incoming.request.headers, body.path) ?? refuse('not-a-browser');
  },
});
