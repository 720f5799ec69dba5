import { type DamagedSetting, recordProblemText } from '@retinue/protocol';

export const settingsCopy = {
  title: 'Settings',
  subject: 'settings',
  sections: {
    workspace: 'Workspace',
    providers: 'Providers',
    prices: 'Prices',
    skills: 'Skills',
    webhooks: 'Webhooks',
    usage: 'Usage',
    appearance: 'Appearance',
    data: 'Data',
  },
  noSection: { title: 'Section not found', text: 'Choose a section above.' },
  viewer: 'You can view all settings. Only editors and owners can change them.',
  editor: 'You can change agents and skills. Only owners can change other settings.',
  notFound: {
    title: (noun: string) => `This ${noun} was not found`,
    text: 'It may have been deleted, or the link is incomplete.',
    back: 'Show all',
  },
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} deleted`,
  saved: (name: string) => `${name} saved`,
};

export const damageCopy = {
  title: 'Damaged settings',
  lead: "These settings can't be read. Everything else works as before.",
  problem: (problem: DamagedSetting['problem']) => `The stored record ${recordProblemText(problem)}`,
  remove: (kind: DamagedSetting['kind']) => `Remove ${kind}`,
  saveDefaults: 'Save defaults',
  name: ({ kind, id }: DamagedSetting) =>
    kind === 'workspace' || kind === 'stop' ? damages[kind].label : `${damages[kind].label} ${id}`,
  advice: ({ kind }: DamagedSetting) => damages[kind].advice,
};

const damages: Record<DamagedSetting['kind'], { label: string; advice: string }> = {
  workspace: {
    label: 'Workspace settings',
    advice: 'Default settings are used. Save the defaults, then change what you need.',
  },
  stop: { label: 'Stopped work', advice: 'All work stays stopped. Resume work under Workspace.' },
  agent: {
    label: 'Agent',
    advice: 'Its built-in version is used, if any. Remove the record, then create the agent again.',
  },
  provider: {
    label: 'Provider',
    advice: 'Its models are not available. Remove the record, then add the provider again.',
  },
  skill: { label: 'Skill', advice: 'Agents work without it. Remove the record, then create the skill again.' },
  price: {
    label: 'Price',
    advice: 'The built-in price is used, if any. Remove the record, then add the price again.',
  },
  webhook: { label: 'Webhook', advice: 'It receives no events. Remove the record, then add the webhook again.' },
};
