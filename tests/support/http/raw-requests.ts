import { createConnection } from 'node:net';
import type { Fuzzed } from './fuzz.ts';

/** A request as bytes, damaged in a place or two. The same random numbers make the same bytes. */
export function damagedRequest(
  { method, path, headers, body }: Fuzzed,
  own: Record<string, string>,
  random: () => number,
): Buffer {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const content = body ?? Buffer.alloc(0);
  const length = pick([content.length, content.length, content.length, content.length + 7, 0, -1, 'x', '9'.repeat(25)]);
  const framing = pick([
    `content-length: ${length}`,
    `content-length: ${length}`,
    'transfer-encoding: chunked',
    `content-length: 1\r\ncontent-length: ${length}`,
    'transfer-encoding: chunked, identity',
  ]);
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n${framing}\r\n\r\n`;
  let bytes = Buffer.concat([Buffer.from(head, 'latin1'), content.subarray(0, 20_000)]);
  for (let count = Math.floor(random() * 3); count > 0; count -= 1) {
    const at = Math.floor(random() * bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    bytes = Buffer.concat([before, Buffer.from(pick(inserted), 'latin1'), after.subarray(pick([0, 0, 1, 5]))]);
    if (random() < 0.1) bytes = bytes.subarray(0, at);
  }
  return bytes;
}

/** The server's whole reply to these bytes, until one side disconnects. */
export function sendRaw(url: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes));
    let told = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      told += text;
      // A stream never ends by itself.
      if (told.length > 20_000 || /text\/event-stream/.test(told)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(told));
    socket.setTimeout(2000, () => socket.destroy());
  });
}

const inserted = [
  '',
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  '\t',
  '\x7f',
  '\xff\xfe',
  'x'.repeat(20_000),
  'Host: evil.example\r\n',
  'Expect: 100-continue\r\n',
  'Connection: close\r\n',
  'Upgrade: h2c\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  'HTTP/2.0',
  '%00',
  '\x16\x03\x01\x02\x00',
];
