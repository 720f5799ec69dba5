import type { DamagedSetting } from '@retinue/protocol';

/** What a damaged setting is called, what is used instead of it, and what to do. */
export interface DamageAdvice {
  name: string;
  instead: string;
  advice: string;
}

export function adviceOn({ kind, id }: DamagedSetting): DamageAdvice {
  const { label, instead, advice } = advices[kind];
  return { name: kind === 'workspace' || kind === 'stop' ? label : `${label} ${id}`, instead, advice };
}

const advices: Record<DamagedSetting['kind'], { label: string; instead: string; advice: string }> = {
  workspace: {
    label: 'Workspace settings',
    instead: 'Default settings are used.',
    advice: 'Save the defaults, then change what you need.',
  },
  stop: {
    label: 'The list of stopped work',
    instead: 'All work stays stopped.',
    advice: 'Resume work under Workspace.',
  },
  agent: {
    label: 'Agent',
    instead: 'The built-in agent is used, if there is one.',
    advice: 'Remove it, then create the agent again.',
  },
  provider: {
    label: 'Provider',
    instead: 'Its models are not available.',
    advice: 'Remove it, then add the provider again.',
  },
  skill: {
    label: 'Skill',
    instead: 'Agents work without it.',
    advice: 'Remove it, then create the skill again.',
  },
  price: {
    label: 'Price',
    instead: 'The built-in price is used, if there is one.',
    advice: 'Remove it, then enter the price again.',
  },
  webhook: {
    label: 'Webhook',
    instead: 'It receives no events.',
    advice: 'Remove it, then add the webhook again.',
  },
};
