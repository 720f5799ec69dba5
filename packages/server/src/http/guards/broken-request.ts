import type { Duplex } from 'node:stream';
import { HttpProblem, problemHeaders, toProblem } from '../problems.ts';
import { securityHeaders, strictTransport } from './check-source.ts';

/** What comes in and is no request at all is answered like every other mistake, as far as anybody listens. */
export function answerBroken({ code = '' }: NodeJS.ErrnoException, socket: Duplex, isSecure: boolean): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const problem = toProblem(problems[code] ?? unreadable);
  const text = JSON.stringify(problem);
  const length = String(Buffer.byteLength(text));
  const secure = isSecure ? Object.fromEntries([strictTransport]) : {};
  const headers = { ...securityHeaders, ...secure, ...problemHeaders, 'content-length': length, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${problem.title}`, ...lines, '', text].join('\r\n'), () => socket.destroy());
}

export const unreadable = new HttpProblem(400, 'bad-request', 'This is not a request that HTTP knows.');

const problems: Record<string, HttpProblem> = {
  HPE_HEADER_OVERFLOW: new HttpProblem(431, 'headers-too-large', 'The headers are larger than 16 KB. Send less.'),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpProblem(408, 'too-slow', 'The request took too long to arrive. Send it again.'),
};
