import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/*
 * Preloaded with the file that `plant` wrote: its modules are loaded with its texts.
 */
const file = new URL(import.meta.url).searchParams.get('texts') ?? '';
const texts = new Map(Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))));
registerHooks({
  load(url, context, nextLoad) {
    const source = texts.get(url);
    return source === undefined ? nextLoad(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});
