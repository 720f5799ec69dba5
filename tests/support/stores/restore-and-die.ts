import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { restoreStore } from '../../../packages/server/src/integrity/restore/restore.ts';

/* Restores a backup and is killed at the named step: `restore-and-die.ts <directory> <file> <step>`. */
const [directory = '', file = '', step = ''] = process.argv.slice(2);
const place = { kind: 'sqlite', directory } as const;
await restoreStore(place, createInterface({ input: createReadStream(file) }), {
  force: true,
  now: 1_700_000_000_000,
  reached: (reached) => {
    if (reached === step) process.kill(process.pid, 'SIGKILL');
  },
});
