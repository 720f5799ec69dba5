import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { refuse } from '@retinue/protocol';
import type { Context, Hono } from 'hono';
import { problemResponse } from '../problems.ts';
import { referencePage } from './reference-page.ts';

/** Pages for a browser that is not signed in: none holds private data. */
export function mountPages(hono: Hono, folder = appFolder): void {
  for (const path of appPaths) hono.get(path, () => fileReply(app('index.html', folder), 'no-cache', notBuilt));
  hono.get('/favicon.ico', () => fileReply(own('favicon.svg'), 'no-cache', noSuchFile));
  hono.get('/assets/page.css', () => fileReply(own('page.css'), 'no-cache', noSuchFile));
  hono.get('/assets/:name', (context) => asset(context, folder));
  hono.get('/docs', () => new Response(referencePage(), { headers: headersFor('text/html', 'no-cache') }));
}

/** An unknown address: the app tells people in its own frame; programs and the API get JSON. */
export async function lostPage({ req }: Context, otherwise: () => Response, folder = appFolder): Promise<Response> {
  const isForPeople = /\btext\/html\b/.test(req.header('accept') ?? '') && /^(GET|HEAD)$/.test(req.method);
  if (!isForPeople || /^\/(api|assets)(\/|$)/.test(req.path)) return otherwise();
  return await fileReply(app('index.html', folder), 'no-cache', otherwise, 404);
}

/** Screens of the web app, which reads the address itself. */
export const appPaths = ['/', '/inbox', '/chat/*', '/agents', '/agents/*', '/settings', '/settings/*'];

/** The name holds a hash of the content, so the content of a name never changes. */
async function asset(context: Context, folder: URL): Promise<Response> {
  const name = context.req.param('name') ?? '';
  if (!/^[\w.-]+$/.test(name)) return noSuchFile();
  const file = app(`assets/${name}`, folder);
  const reply = await (takesGzip(context) ? packedReply(file) : fileReply(file, forever, noSuchFile));
  reply.headers.set('vary', 'accept-encoding');
  return reply;
}

const forever = 'public, max-age=31536000, immutable';
const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

function takesGzip({ req }: Context): boolean {
  return acceptsGzip(req.header('accept-encoding') ?? '');
}

/** A named encoding overrides `*`, and one of quality 0 is refused. */
export function acceptsGzip(header: string): boolean {
  const codings = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const quality = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, '') ?? '1';
      return [name === 'x-gzip' ? 'gzip' : name, Number(quality)];
    }),
  );
  return (codings.get('gzip') ?? codings.get('*') ?? 0) > 0;
}

/** Compressed once and cached: there are few files, and none changes. */
async function packedReply(file: URL): Promise<Response> {
  try {
    const known = packed.get(file.href) ?? readFile(file).then(async (content) => new Uint8Array(await pack(content)));
    packed.set(file.href, known);
    const headers = { ...headersFor(typeOf(file), forever), 'content-encoding': 'gzip' };
    return new Response(await known, { headers });
  } catch (error) {
    packed.delete(file.href);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return noSuchFile();
    throw error;
  }
}

const pack = promisify(gzip);

async function fileReply(file: URL, cacheControl: string, otherwise: () => Response, status = 200): Promise<Response> {
  try {
    const content = await readFile(file);
    return new Response(new Uint8Array(content), { status, headers: headersFor(typeOf(file), cacheControl) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise();
    throw error;
  }
}

function notBuilt(): Response {
  return problemResponse(refuse('not-built'));
}

function noSuchFile(): Response {
  return problemResponse(refuse('no-such-file'));
}

const own = (name: string) => new URL(`./static/${name}`, import.meta.url);
const appFolder = new URL('../../../../web/dist/', import.meta.url);
const app = (name: string, folder = appFolder) => new URL(name, folder);

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function typeOf({ pathname }: URL): string {
  return types[extname(pathname)] ?? 'application/octet-stream';
}

function headersFor(type: string, cacheControl: string): Record<string, string> {
  const isText = type.startsWith('text/') || type === 'image/svg+xml';
  return { 'content-type': isText ? `${type}; charset=utf-8` : type, 'cache-control': cacheControl };
}
