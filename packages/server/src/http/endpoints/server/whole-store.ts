import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { endpoints } from '../../define-endpoint.ts';
import { downloadReply } from '../../download-reply.ts';

export const wholeStoreEndpoints = endpoints({
  backUp: ({ services, http: { logger }, incoming }) =>
    downloadReply(incoming, { pieces: () => services.backUp(), headers, clock: services.clock, logger }),
  async verify({ services, incoming }) {
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

const headers = {
  'content-type': 'application/jsonl; charset=utf-8',
  'content-disposition': 'attachment; filename="retinue-backup.jsonl"',
  'cache-control': 'no-store',
};
