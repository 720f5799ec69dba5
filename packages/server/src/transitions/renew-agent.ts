import type { Fact, MessageId, ThreadState } from '@retinue/protocol';
import type { ResolvedAgent } from '../ports/settings/agents.ts';
import { systemPromptOf } from '../prompts/system-prompt.ts';
import { boundByRights, rightsOf } from '../rights/rights.ts';
import { snapshotOf, systemMessage } from './open-thread.ts';

/** An edited agent applies to a chat from its next turn: these facts come with the start of that turn. */
export function renewAgent(thread: ThreadState, chosen: ResolvedAgent | null, messageId: MessageId): Fact[] {
  if (!chosen || chosen.definition.version === thread.agent.version) return [];
  const agent = snapshotOf(chosen);
  const prompt = systemPromptOf(chosen, { ...thread, agent });
  const rights = rightsOf(agent, boundByRights(thread), []);
  return [{ type: 'agent.changed', data: { agent, rights } }, systemMessage(messageId, prompt)];
}
