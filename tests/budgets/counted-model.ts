import type { Usage } from '@retinue/protocol';
import { noUsage } from '@retinue/protocol';
import { createModels } from '../../packages/server/src/models/models.ts';
import type { Model, ModelRequest, Models } from '../../packages/server/src/ports/engine/model.ts';
import { startPlayingServer } from '../fakes/playing-server.ts';
import { paidPrice } from '../support/apps/paid-app.ts';
import type { Script } from '../support/scripted/script.ts';
import { createScriptedModel } from '../support/scripted/scripted-model.ts';

/** One call of the model, as the model itself counts it. */
export interface Counted {
  /** The requesting thread, as far as the model can tell them apart. */
  caller: string;
  usage: Usage;
}

export interface CountedModels extends AsyncDisposable {
  models: Models;
  counted(): readonly Counted[];
}

/** The scripted model with its own counter: its output counts, whatever the engine records. */
export function countInProcess(script: Script): CountedModels {
  const counted: Counted[] = [];
  const inner = createScriptedModel(script);
  const model: Model = {
    async *stream(request, signal) {
      const one = { caller: request.place.threadId, usage: noUsage };
      counted.push(one);
      let written = 0;
      for await (const piece of inner.stream(request, signal)) {
        if ('text' in piece) written += piece.text.length;
        one.usage = piece.type === 'end' ? piece.usage : usageOf(request, written);
        yield piece;
      }
    },
  };
  const models = createModels({ providers: { [paidPrice.provider]: model } });
  return { models, counted: () => counted, [Symbol.asyncDispose]: async () => undefined };
}

function usageOf({ system, messages }: ModelRequest, written: number): Usage {
  const inputTokens = Math.ceil((system.length + JSON.stringify(messages).length) / 4);
  return { ...noUsage, inputTokens, outputTokens: Math.ceil(written / 4) };
}

/** The same behind real HTTP and the real adapter. */
export async function countOverHttp(script: Script): Promise<CountedModels> {
  const server = await startPlayingServer(script);
  return {
    models: server.models(paidPrice.provider),
    counted: () => server.asked.map(({ agent, instruction, usage }) => ({ caller: `${agent} ${instruction}`, usage })),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
