import { config } from 'zod';

// A page must not compile code, and even an attempt is reported as a violation. Schemas attempt it when they are
// created, so this must run before all of them.
if ('document' in globalThis) config({ jitless: true });
