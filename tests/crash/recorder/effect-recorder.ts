import { appendFileSync, fdatasyncSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Testimony } from './witness.ts';

/*
 * A separate process, the independent witness: `effect-recorder.ts <file>`. Every record is on disk before the reply,
 * and the reply may be held back, so that the subject can be killed between an effect and its reply. Prints its port;
 * ends when its input does, so it never outlives the killer.
 */
const [file = ''] = process.argv.slice(2);
const descriptor = openSync(file, 'a');

const server = createServer(async (request, response) => {
  const testimony = JSON.parse(await text(request)) as Testimony;
  appendFileSync(descriptor, `${JSON.stringify(testimony)}\n`);
  fdatasyncSync(descriptor);
  setTimeout(() => response.writeHead(204).end(), Number(request.headers['x-reply-ms'] ?? 0));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.stdin.resume().once('end', () => process.exit(0));
