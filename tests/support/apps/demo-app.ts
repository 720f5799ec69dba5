import { fileURLToPath } from 'node:url';
import { createDemoModel } from '../../../packages/demo/src/demo-model.ts';
import { createBuiltInAgents } from '../../../packages/server/src/agents/built-in-agents.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { builtInTools, createTools } from '../../../packages/server/src/tools/tools.ts';
import { openServed, type ServedApp } from './served-app.ts';
import type { TestAppOptions } from './test-app.ts';

/** The product as it is installed: the built-in agents and tools, the demo model, three levels of delegation. */
export function openDemoApp(options: Partial<TestAppOptions> = {}): Promise<ServedApp> {
  return openServed({
    script: [],
    limits: { maxDepth: 3 },
    extensions: [demoPath],
    ...options,
    replacements: {
      models: createModels({ providers: { demo: createDemoModel() } }),
      tools: createTools(builtInTools),
      agents: createBuiltInAgents(),
    },
  });
}

const demoPath = fileURLToPath(new URL('../../../packages/demo/src/index.ts', import.meta.url));
