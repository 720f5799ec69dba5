import { defineExtension } from '@retinue/server/extension';
import { loadSampleCatalog } from './catalog/catalog.ts';
import { catalogTools } from './catalog/catalog-tools.ts';
import { createDemoModel } from './demo-model.ts';

/** The delay before each piece, so that a person can watch the model write. */
const pieceDelayMs = 20;

export default defineExtension({
  name: 'demo',
  tools: catalogTools(loadSampleCatalog()),
  providers: [{ name: 'demo', isFree: true, ...createDemoModel({ pieceDelayMs }) }],
});
