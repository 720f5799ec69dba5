import type { AgentDefinition, Price, Usage } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { createModels } from '../../packages/server/src/models/models.ts';
import type { Script } from '../../packages/server/src/models/script.ts';
import { linesOf } from '../../packages/server/src/models/script.ts';
import { endOf } from '../../packages/server/src/models/script-end.ts';
import { withKeys } from '../../packages/server/src/models/script-lines.ts';
import { createScriptedModel } from '../../packages/server/src/models/scripted.ts';
import type { Model, ModelRequest } from '../../packages/server/src/ports/model.ts';
import type { House, HouseOptions } from './house.ts';
import { openHouse } from './house.ts';

/** A dollar for a million tokens, so that a token is a millionth. */
export const paidPrice: Price = { provider: 'paid', modelId: 'clever', input: 1, output: 2, cachedInput: null };

/** The scripted model behind a name that has a price, and a witness who sees every request with what it costs. */
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
  /** What the model was asked for, as it saw it. */
  seen: { request: ModelRequest; usage: Usage; costMicros: number }[];
}

export async function openPaidHouse(
  options: Omit<HouseOptions, 'script'> & { script: Script },
): Promise<House & { paid: Paid }> {
  const seen: Paid['seen'] = [];
  const models = paidModels(options.script, (request, usage) =>
    seen.push({ request, usage, costMicros: costOfUsage(usage) }),
  );
  const house = await openHouse({ ...options, replacements: { ...options.replacements, models } });
  await house.retinue.prices.set({ workspaceId: localWorkspaceId }, paidPrice);
  return Object.assign(house, { paid: { seen } });
}
