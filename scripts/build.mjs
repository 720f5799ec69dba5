// npm run build: the web app, if its sources have changed.
import { buildWebIfNeeded } from './build-web.mjs';

await buildWebIfNeeded();
