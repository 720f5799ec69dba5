import type { ModelChoice, ProviderTest, Refusal } from '@retinue/protocol';
import { agentIdOf, refuse, storedId } from '@retinue/protocol';
import type { Model, ModelRequest } from '../ports/engine/model.ts';
import { ModelError } from '../ports/engine/model.ts';

/** One small question, through the same code as any step, and the time of the answer. */
export async function testModel(model: Model, choice: ModelChoice): Promise<ProviderTest | Refusal> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    for await (const piece of model.stream(requestFor(choice), signal)) if (piece.type === 'end') break;
    return { ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (signal.aborted) return refuse('provider-timeout', { seconds: timeoutMs / 1000 });
    if (error instanceof ModelError) return refuse('provider-failed', { reason: error.reason });
    throw error;
  }
}

const timeoutMs = 20_000;

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
