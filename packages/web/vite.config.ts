import { createRequire } from 'node:module';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Nothing is inlined: pages run and draw only files from the server. */
export default defineConfig({
  plugins: [withoutRouteText(), react(), tailwindcss()],
  // Its browser version needs a document; Markdown is formatted in a worker, which has none.
  resolve: { alias: { 'decode-named-character-reference': resolvedByNode('decode-named-character-reference') } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7420', '/docs': 'http://127.0.0.1:7420' } },
});

/** Leaves out the text of contracts for documents and the command line, which the page never reads. */
function withoutRouteText(): Plugin {
  return {
    name: 'without-route-text',
    enforce: 'pre',
    transform: {
      filter: { id: /protocol\/src\/api\/[\w-]+-routes\.ts$/ },
      handler: (code) => code.replace(summary, '').replace(cliBlock, ''),
    },
  };
}

/** Properties of a route, as the formatter lays them out. */
const summary = /^ {4}summary:\s+(['"`]).*\1,\n/gm;
const cliBlock = /^ {4}cli: \{\n(?: {6}.*\n)* {4}\},\n/gm;

function resolvedByNode(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}
