import { defineEndpoint } from '../../define-endpoint.ts';
import { downloadReply } from '../../download-reply.ts';

export const backUp = defineEndpoint({
  name: 'backUp',
  run: ({ services, http: { logger }, incoming }) =>
    downloadReply(incoming, { pieces: () => services.backUp(), headers, clock: services.clock, logger }),
});

const headers = {
  'content-type': 'application/jsonl; charset=utf-8',
  'content-disposition': 'attachment; filename="retinue-backup.jsonl"',
  'cache-control': 'no-store',
};
