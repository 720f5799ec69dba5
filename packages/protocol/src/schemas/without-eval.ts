import { config } from 'zod';

// In a page nothing may be made into code, and even a try is reported as a breach. Shapes ask for it when they are made, so this
// must stand before all of them.
if ('document' in globalThis) config({ jitless: true });
