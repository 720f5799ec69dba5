import type { CallId, Refusal, ThreadState, ToolCall } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { toolCallsOf } from '../views/sub-agents.ts';

export function findToolCall(thread: ThreadState, wanted: CallId): ToolCall | Refusal {
  const call = toolCallsOf(thread).find(({ toolCallId }) => toolCallId === wanted);
  return call ?? refuse('no-such-tool-call', { toolCallId: wanted });
}
