import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { defineEndpoint } from '../../define-endpoint.ts';

export const verify = defineEndpoint({
  name: 'verify',
  async run({ services, incoming }) {
    const ending = new AbortController();
    incoming.outgoing.on('close', () => ending.abort());
    try {
      return { findings: await services.verify(ending.signal) };
    } catch (error) {
      // A check that ended because its client disconnected is not a failure.
      if (ending.signal.aborted) return RESPONSE_ALREADY_SENT;
      throw error;
    }
  },
});
