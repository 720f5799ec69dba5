import type {
  AgentDefinition,
  AgentSnapshot,
  Introduction,
  Limits,
  SkillIntroduction,
  ThreadState,
} from '@retinue/protocol';

type Place = Pick<ThreadState, 'depth' | 'path' | 'parent'> & {
  agent: AgentSnapshot;
  limits: Limits;
};

/** What an agent is told before anything else: its own instructions, then how it stands in the tree. */
export function systemPromptOf(
  { definition, skills }: { definition: AgentDefinition; skills: readonly SkillIntroduction[] },
  place: Place,
): string {
  return [definition.systemPrompt, childRules(place), skillRules(skills), team(place)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Whom a thread may send now, and whom it may not and why. */
export function delegatesOf(place: Place): {
  offered: Introduction[];
  withheld: { agent: Introduction; reason: string }[];
} {
  const offered: Introduction[] = [];
  const withheld: { agent: Introduction; reason: string }[] = [];
  for (const agent of place.agent.subAgents) {
    const reason = withheldBecause(place, agent);
    if (reason) withheld.push({ agent, reason });
    else offered.push(agent);
  }
  return { offered, withheld };
}

function withheldBecause(place: Place, agent: Introduction): string | null {
  if (place.depth >= place.limits.maxDepth) return `tasks here may be nested ${place.limits.maxDepth} deep at most`;
  if (place.path.includes(agent.agentId)) return 'it is already at work on the way from the root to you';
  return null;
}

function childRules(place: Place): string {
  if (!place.parent) return '';
  return [
    'You work on one task for another agent. You see only what it gives you below, not its conversation.',
    'When you are done, call taskResult with the whole result; status is "success", or "error" if the task could not be done.',
    'Your result goes back to that agent, not to a person.',
  ].join('\n');
}

function skillRules(skills: readonly SkillIntroduction[]): string {
  if (skills.length === 0) return '';
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}`);
  return ['You have these skills. Read one in full with loadSkill before you use it:', ...lines].join('\n');
}

function team(place: Place): string {
  const { offered, withheld } = delegatesOf(place);
  const lines: string[] = [];
  if (offered.length > 0) lines.push('You may delegate to these agents with newTask:', ...offered.map(introduce));
  if (withheld.length > 0) {
    lines.push('These cannot be used now:', ...withheld.map(({ agent, reason }) => `${introduce(agent)} (${reason})`));
  }
  return lines.join('\n');
}

export function introduce(agent: Introduction): string {
  return `- ${agent.agentId} · ${agent.name}: ${agent.description}`;
}
