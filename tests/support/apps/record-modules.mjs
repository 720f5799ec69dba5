import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

// Preloaded by a test: every process writes the modules that it loads to a file with its id.
const file = join(process.env.RECORD_MODULES_IN, String(process.pid));
registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
