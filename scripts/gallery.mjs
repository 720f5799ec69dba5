// npm run gallery: the page of all components, reloaded when a file changes.
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './installed.mjs';

const folder = join(root, 'packages', 'web');
const server = await createServer({ root: join(folder, 'gallery'), configFile: join(folder, 'vite.config.ts') });
await server.listen();
server.printUrls();
