import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { referencePage } from './reference-page.ts';

/** What a browser gets before it is signed in: no page holds anything of anybody. */
export function mountPages(door: Hono): void {
  for (const [path, { file, type }] of Object.entries(files)) {
    const content = readFileSync(new URL(`./static/${file}`, import.meta.url));
    door.get(path, () => new Response(content, { headers: headersFor(type) }));
  }
  door.get('/docs', () => new Response(referencePage(), { headers: headersFor('text/html') }));
}

const files = {
  '/': { file: 'index.html', type: 'text/html' },
  '/favicon.ico': { file: 'favicon.svg', type: 'image/svg+xml' },
  '/assets/page.js': { file: 'page.js', type: 'text/javascript' },
  '/assets/page.css': { file: 'page.css', type: 'text/css' },
};

function headersFor(type: string): Record<string, string> {
  return { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' };
}
