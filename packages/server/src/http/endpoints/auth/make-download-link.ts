import { defineEndpoint } from '../../define-endpoint.ts';
import { HttpProblem } from '../../problems.ts';

export const makeDownloadLink = defineEndpoint({
  name: 'makeDownloadLink',
  async run({ http: { signIns }, incoming, body }) {
    const signed = signIns.signPath(incoming.request.headers, body.path);
    if (signed) return signed;
    const message = 'Only a browser needs a link. A program sends its token with the request.';
    throw new HttpProblem(400, 'no-session', message);
  },
});
