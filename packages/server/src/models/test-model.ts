import type { ModelChoice, ProviderTest } from '@retinue/protocol';
import { agentIdOf, storedId } from '@retinue/protocol';
import type { Model, ModelRequest } from '../ports/model.ts';
import { ModelError } from '../ports/model.ts';

/** One small question, through the same code as any step, and how long the answer took. */
export async function testModel(model: Model, choice: ModelChoice): Promise<ProviderTest> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(longestMs);
  try {
    for await (const piece of model.stream(requestFor(choice), signal)) if (piece.type === 'end') break;
    return { ok: true, ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (signal.aborted) return { ok: false, words: `There was no answer within ${longestMs / 1000} seconds.` };
    if (error instanceof ModelError) return { ok: false, words: error.message };
    throw error;
  }
}

const longestMs = 20_000;

function requestFor(model: ModelChoice): ModelRequest {
  return {
    model,
    sampling: {},
    system: '',
    messages: [{ role: 'user', text: 'Say "ok"' }],
    tools: [],
    toolChoice: 'auto',
    place: { threadId: storedId.thread('thr_test'), agentId: agentIdOf('test'), step: 1, attempt: 1, kind: 'answer' },
  };
}
