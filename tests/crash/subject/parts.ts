import type { Effect } from '@retinue/protocol';
import { z } from 'zod';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { Model, Models } from '../../../packages/server/src/ports/engine/model.ts';
import type { Tool, ToolContext, Tools } from '../../../packages/server/src/ports/engine/tool.ts';
import type { Agents } from '../../../packages/server/src/ports/settings/agents.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { agent, agentsOf } from '../../support/apps/test-app.ts';
import { createScriptedModel } from '../../support/scripted/scripted-model.ts';
import type { Witness } from '../recorder/witness.ts';
import type { Plan } from './plan.ts';
import { agentNames, limitedAgent } from './plan.ts';
import { guardedTool, isConsultation, scriptFor, toolNames } from './script.ts';

/**
 * Replacements for the outside world in the subject: a model, tools and agents that play the plan and report to the
 * witness.
 */
export function partsFor(plan: Plan, witness: Witness): { models: Models; tools: Tools; agents: Agents } {
  const effects = Object.keys(toolNames) as Effect[];
  return {
    models: createModels({ providers: { scripted: watch(createScriptedModel(scriptFor(plan)), witness) } }),
    tools: createTools([
      ...effects.map((effect) => makeTool(effect, witness)),
      { ...makeTool('unsafe', witness), name: guardedTool, reach: 'outbound' },
    ]),
    agents: agentsOf(agentNames.map(makeAgent)),
  };
}

/** The witness gets every request before the model writes anything. */
function watch(model: Model, witness: Witness): Model {
  return {
    async *stream(request, signal) {
      const { threadId, step, attempt } = request.place;
      const what = isConsultation(request) ? 'consultation' : 'model';
      await witness.tell({ what, threadId, step, attempt }, 0, signal);
      yield* model.stream(request, signal);
    },
  };
}

const toolInput = z.strictObject({ token: z.string(), replyMs: z.int() });

function makeTool(effect: Effect, witness: Witness): Tool {
  return {
    name: toolNames[effect],
    description: `Has an effect of the class ${effect}`,
    input: toolInput,
    effect,
    reach: 'internal',
    timeoutMs: 10_000,
    outputBytes: 4096,
    async run(args: never, context: ToolContext) {
      const { token, replyMs }: z.infer<typeof toolInput> = args;
      const { callId, attempt, idempotencyKey: key, signal } = context;
      await witness.tell({ what: 'effect', effect, token, callId, attempt, key }, replyMs, signal);
      return { had: token };
    },
  };
}

function makeAgent(name: (typeof agentNames)[number]) {
  const below = { boss: 'lead', lead: 'specialist', specialist: 'worker', worker: null, [limitedAgent]: null }[name];
  const subAgents = below ? [below, limitedAgent] : [];
  const tools = ['askUser', guardedTool, ...Object.values(toolNames)];
  const made = agent(name, name === limitedAgent ? { subAgents, tools, maxSteps: 1 } : { subAgents, tools });
  return name === 'specialist' ? { ...made, answersQuestions: true } : made;
}
