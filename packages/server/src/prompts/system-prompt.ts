import type { AgentDefinition, Introduction, SkillIntroduction } from '@retinue/protocol';
import { type AgentPlace, delegatesOf, type Withheld } from '../rights/delegates.ts';
import { withheldTexts } from './reasons/copy.ts';

/** The first message of an agent: its own instructions, then its place in the tree. */
export function systemPromptOf(
  { definition, skills }: { definition: AgentDefinition; skills: readonly SkillIntroduction[] },
  place: AgentPlace,
): string {
  return [definition.systemPrompt, childRules(place), skillRules(skills), team(place)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function childRules(place: AgentPlace): string {
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

function team(place: AgentPlace): string {
  const { offered, withheld } = delegatesOf(place);
  const lines: string[] = [];
  if (offered.length > 0) lines.push('You may delegate to these agents with newTask:', ...offered.map(introduce));
  if (withheld.length > 0) {
    lines.push(
      'These cannot be used now:',
      ...withheld.map(({ agent, reason }) => `${introduce(agent)} (${withheldText(reason)})`),
    );
  }
  return lines.join('\n');
}

function withheldText(reason: Withheld): string {
  return reason.code === 'too-deep' ? withheldTexts.tooDeep(reason.maxDepth) : withheldTexts.worksAbove;
}

export function introduce(agent: Introduction): string {
  return `- ${agent.agentId} · ${agent.name}: ${agent.description}`;
}
