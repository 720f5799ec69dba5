import { defineExtension } from '@retinue/server/extension';
import { loadSampleCatalogue } from './catalogue/catalogue.ts';
import { createDemoModel } from './demo-model.ts';
import { catalogueTools } from './tools/catalogue-tools.ts';

/** The delay before each piece, so that a person can watch the model write. */
const pieceDelayMs = 20;

export default defineExtension({
  name: 'demo',
  tools: catalogueTools(loadSampleCatalogue()),
  providers: [{ name: 'demo', isFree: true, ...createDemoModel({ pieceDelayMs }) }],
});
