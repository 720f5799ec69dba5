// npm run gallery: the page of all components, reloaded when a file changes.
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './installed.mjs';

const configFile = join(root, 'packages', 'web', 'vite.config.ts');
const server = await createServer({ root: join(root, 'gallery'), configFile });
await server.listen();
server.printUrls();
