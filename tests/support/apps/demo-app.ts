import { fileURLToPath } from 'node:url';
import { loadSampleCatalog } from '../../../packages/demo/src/catalog/catalog.ts';
import { catalogTools } from '../../../packages/demo/src/catalog/catalog-tools.ts';
import { createDemoModel } from '../../../packages/demo/src/demo-model.ts';
import { createBuiltInAgents } from '../../../packages/server/src/agents/built-in-agents.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
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
    replacements: { ...demo(), tools: createTools(builtInTools) },
  });
}

/** The same, while it runs: the tool calls that `isHeld` picks by name and arguments do not end. */
export function openHeldDemoApp(isHeld: (call: string) => boolean): Promise<ServedApp> {
  const catalog = catalogTools(loadSampleCatalog()).map((tool) => ({ outputBytes: 65_536, ...tool }));
  const tools = [...builtInTools, ...catalog].map(
    (tool): Tool => ({
      ...tool,
      timeoutMs: 600_000,
      async run(args, context) {
        if (isHeld(`${tool.name} ${JSON.stringify(args)}`))
          await new Promise((_, reject) => context.signal.addEventListener('abort', reject));
        return tool.run(args, context);
      },
    }),
  );
  return openServed({ script: [], limits: { maxDepth: 3 }, replacements: { ...demo(10), tools: createTools(tools) } });
}

/** With a delay, the durations of tasks look like those of a real model. */
function demo(pieceDelayMs = 0) {
  const provider = createDemoModel({ pieceDelayMs });
  return { models: createModels({ providers: { demo: provider } }), agents: createBuiltInAgents() };
}

const demoPath = fileURLToPath(new URL('../../../packages/demo/src/index.ts', import.meta.url));
