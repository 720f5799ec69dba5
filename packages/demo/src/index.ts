import { defineExtension } from '@retinue/server/extension';
import { loadSampleCatalog } from './catalog/catalog.ts';
import { createDemoModel } from './demo-model.ts';
import { catalogTools } from './tools/catalog-tools.ts';

/** The delay before each piece, so that a person can watch the model write. */
const pieceDelayMs = 20;

export default defineExtension({
  name: 'demo',
  tools: catalogTools(loadSampleCatalog()),
  providers: [{ name: 'demo', isFree: true, ...createDemoModel({ pieceDelayMs }) }],
});
