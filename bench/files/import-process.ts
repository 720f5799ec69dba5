import { createReadStream } from 'node:fs';
import { localWorkspaceId } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { readToken } from '../../packages/server/src/local-server/token-file.ts';
import { serveRetinue } from '../../packages/server/src/serve.ts';
import { chatFile } from './sample-files.ts';
import { watch } from './watched.ts';

/*
 * `import-process.ts <directory> <file>`: a server that sends itself the file over HTTP, in pieces.
 */
const [directory = '', file = ''] = process.argv.slice(2);
const config = readConfig({ RETINUE_DATA: directory, RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'silent' });
if ('problems' in config) throw new Error(config.problems.join(' '));
const served = await serveRetinue(config);
const token = await readToken(directory);
const url = `${served.url}/api/workspaces/${localWorkspaceId}/chats/import`;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function send(body: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    const init = { method: 'POST', headers, body: ReadableStream.from(body), duplex: 'half' };
    const reply = await fetch(url, init as RequestInit);
    return `${reply.status} ${(await reply.text()).slice(0, 300)}`;
  } catch (error) {
    return `broke off: ${error instanceof Error ? String(error.cause ?? error.message) : error}`;
  }
}

async function* wrapped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"chat":');
  yield* pieces;
  yield Buffer.from(',"isCopy":true}');
}

async function* warmUp(): AsyncGenerator<Uint8Array> {
  for (const piece of chatFile(100_000, 500)) yield Buffer.from(piece);
}

await send(wrapped(warmUp()));
let told = '';
const watched = await watch(async () => {
  told = await send(wrapped(createReadStream(file)));
});
await served.stop(0);
console.log(JSON.stringify({ ...watched, told }));
process.exit(0);
