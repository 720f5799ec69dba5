import { createReadStream } from 'node:fs';
import { readLines } from '../../packages/server/src/cli/store/read-input.ts';
import { restoreStore } from '../../packages/server/src/integrity/restore/restore.ts';
import { watch } from './watched.ts';

/* `restore-process.ts <directory or postgres url> <file>` */
const [where = '', file = ''] = process.argv.slice(2);
const place = where.startsWith('postgres')
  ? ({ kind: 'postgres', url: where } as const)
  : ({ kind: 'sqlite', directory: where } as const);
let told = '';
const watched = await watch(async () => {
  const { events } = await restoreStore(place, readLines(createReadStream(file)), { force: false, now: Date.now() });
  told = `${events} events`;
});
console.log(JSON.stringify({ ...watched, told }));
process.exit(0);
