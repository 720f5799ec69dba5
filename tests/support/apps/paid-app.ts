import type { AgentDefinition, Price, Usage } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { Model, ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import type { Script } from '../scripted/script.ts';
import { linesOf } from '../scripted/script.ts';
import { endOf } from '../scripted/script-end.ts';
import { withKeys } from '../scripted/script-lines.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** A dollar for a million tokens, so that a token is a millionth. */
export const paidPrice: Price = { provider: 'paid', modelId: 'clever', input: 1, output: 2, cachedInput: null };

/** The scripted model behind a name that has a price, and a witness of every request with its cost. */
function paidModels(script: Script, witness: (request: ModelRequest, usage: Usage) => void) {
  const model = createScriptedModel(script);
  const watched: Model = {
    stream(request, signal) {
      const end = endOf(request, withKeys(linesOf(script, request)));
      if (end.type === 'end') witness(request, end.usage);
      return model.stream(request, signal);
    },
  };
  return createModels({ providers: { paid: watched } });
}

export function paid(definition: AgentDefinition): AgentDefinition {
  return { ...definition, model: { provider: paidPrice.provider, id: paidPrice.modelId } };
}

export function costOfUsage({ inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens * paidPrice.input + outputTokens * paidPrice.output;
}

export interface Paid {
  /** Requests, as the model saw them. */
  seen: { request: ModelRequest; usage: Usage; costMicros: number }[];
}

export async function openPaidApp(
  options: Omit<TestAppOptions, 'script'> & { script: Script },
): Promise<TestApp & { paid: Paid }> {
  const seen: Paid['seen'] = [];
  const models = paidModels(options.script, (request, usage) =>
    seen.push({ request, usage, costMicros: costOfUsage(usage) }),
  );
  const app = await openTestApp({ ...options, replacements: { ...options.replacements, models } });
  await app.retinue.prices.set({ workspaceId: localWorkspaceId }, paidPrice);
  return Object.assign(app, { paid: { seen } });
}
