import { createRequire } from 'node:module';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Nothing is inlined: pages run and draw only what the server sends as a file of its own. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Its version for browsers needs a document; Markdown is formatted in a worker, which has none.
  resolve: { alias: { 'decode-named-character-reference': resolvedByNode('decode-named-character-reference') } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7420', '/docs': 'http://127.0.0.1:7420' } },
});

function resolvedByNode(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}
