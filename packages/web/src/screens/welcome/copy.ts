export const welcomeCopy = {
  title: 'Ask your agents anything',
  lead: 'Talk to one agent. It delegates to others, and you watch them work.',
  placeholder: 'Ask a question, or describe what you need',
  viewer: 'You can read every chat in this workspace. Only editors and owners can start one.',
  examples: 'Examples',
  tryExample: 'Try an example',
  exampleList: [
    {
      title: 'A report and a comparison',
      text: 'Prepare a report on electric cars in Norway and Germany since 2019. How did the rents in Oslo, Berlin and Lisbon change since 2019?',
    },
    {
      title: 'Three countries, three sub-agents in parallel',
      text: 'What was the price of electricity for households in France, Germany and Spain in 2023?',
    },
    { title: 'A sub-agent asks you a question', text: 'Environment in Oslo in 2022' },
  ],
  demoModel:
    'The demo model answers from sample data. To ask about anything, [add a provider] and choose it for your agents.',
} as const;
