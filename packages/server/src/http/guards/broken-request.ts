import type { Duplex } from 'node:stream';
import { type Refusal, refuse } from '@retinue/protocol';
import { problemHeaders, toProblem } from '../problems.ts';
import { securityHeaders, strictTransport } from './check-source.ts';

/** Input that is not a valid HTTP request gets a problem reply, if the connection is still open. */
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

export const unreadable = refuse('bad-request');

const problems: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: refuse('headers-too-large', { maxKb: 16 }),
  ERR_HTTP_REQUEST_TIMEOUT: refuse('too-slow'),
};
