// npm start: builds the web app when it has to, then serves. The words after it go to the command.
import { buildWebIfNeeded } from './build-web.mjs';

await buildWebIfNeeded();
process.argv.splice(2, 0, 'start');
await import('../packages/server/src/cli/retinue.ts');
