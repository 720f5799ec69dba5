import { createBuiltInAgents } from '../../packages/server/src/agents/built-in-agents.ts';
import { createDemoModel } from '../../packages/server/src/models/demo/demo.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import { loadSampleCatalogue } from '../../packages/server/src/tools/catalogue/catalogue.ts';
import { builtInTools, createTools } from '../../packages/server/src/tools/tools.ts';
import type { HouseOptions } from './house.ts';
import { openServed, type ServedHouse } from './served.ts';

/** The product as it is installed: the built-in agents and tools, the demo model, three levels of delegation. */
export function openDemoHouse(options: Partial<HouseOptions> = {}): Promise<ServedHouse> {
  return openServed({
    script: [],
    limits: { maxDepth: 3 },
    ...options,
    replacements: {
      models: createModels({ providers: { demo: createDemoModel() } }),
      tools: createTools(builtInTools(loadSampleCatalogue())),
      agents: createBuiltInAgents(),
    },
  });
}
