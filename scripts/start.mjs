// npm start: builds the web app if necessary, then serves. Further arguments go to the command.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// In a separate process: otherwise the memory of a build would stay as long as the server runs.
const build = fileURLToPath(new URL('./build.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
process.argv.splice(2, 0, 'start');
await import('../packages/server/src/cli/retinue.ts');
