import { enableCompileCache } from 'node:module';
import { exitCodes } from './exit.ts';
import { openTerminal } from './output/terminal.ts';
import { runLine } from './run-line.ts';

enableCompileCache();
// Only the user can read files that this process writes, whatever the shell's umask is.
process.umask(0o077);
const output = watchOutput();
const code = await runLine(process.argv.slice(2), process.env, openTerminal(process.env));
process.exitCode = output.hasFailed && code === exitCodes.ok ? exitCodes.failed : code;

/** Reports output that can't be written. A reader that goes away (`| head`) is no error. */
function watchOutput(): { hasFailed: boolean } {
  const output = { hasFailed: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || output.hasFailed) return;
    output.hasFailed = true;
    process.exitCode = exitCodes.failed;
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message;
    process.stderr.write(`The output can't be written: ${reason}.\n`);
  });
  return output;
}
