// npm run build: the web app, if it is not built from the sources as they are.
import { buildWebIfNeeded } from './build-web.mjs';

await buildWebIfNeeded();
