export const skillsCopy = {
  title: 'Skills',
  subject: 'skills',
  noun: 'skill',
  lead: 'Agents see the name and description of their skills, and read the text when needed.',
  empty: 'No skills yet. Add one, for example how your team writes reports.',
  create: 'New skill',
  usedBy: (agents: readonly string[]) => (agents.length > 0 ? `Used by ${agents.join(', ')}` : 'Not used'),
  removal: (name: string) => ({
    title: `Delete ${name}?`,
    message: "Agents continue without it. This can't be undone.",
    action: 'Delete skill',
  }),
  form: 'Skill',
  save: 'Create skill',
  labels: { name: 'Name', description: 'Description', content: 'Text' },
  help: {
    name: 'Lowercase letters, digits and hyphens.',
    nameExample: 'weekly-report',
    description: 'Agents use this to decide whether to read the skill.',
    content: 'Instructions for the agent, in Markdown.',
    length: (bytes: number) => `${bytes.toLocaleString()} of 131,072 bytes`,
  },
};
