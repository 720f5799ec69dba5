import type { ProviderKind } from '@retinue/protocol';

export const providersCopy = {
  title: 'Providers',
  subject: 'providers',
  noun: 'provider',
  lead: 'Models come from providers. Keys are stored encrypted and sent only to their provider.',
  create: 'Add provider',
  kinds: {
    'openai-compatible': 'OpenAI-compatible server (Ollama, LM Studio, vLLM, OpenRouter)',
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
  } satisfies Record<ProviderKind, string>,
  card: {
    key: (hint: string) => `Key ends in …${hint}`,
    noKey: 'No key',
    moreModels: (count: number) => `and ${count} more`,
    noModels: 'No models listed. Enter the model ID in the agent.',
  },
  demo: { name: 'Demo model', text: 'Uses sample data. Needs no key and no network.', tag: 'Built in' },
  local: {
    title: 'Models on this machine',
    servers:
      'Add an OpenAI-compatible server with the URL `http://localhost:11434/v1` for Ollama or `http://localhost:1234/v1` for LM Studio. Neither needs a key.',
    hosts: 'List other servers on your network, with their port, in `RETINUE_ALLOWED_HOSTS`.',
  },
  removal: (name: string, agents: readonly string[]) => ({
    title: `Delete ${name}?`,
    message: `This also deletes its key and can't be undone.${agents.length > 0 ? ` These agents stop working until you change their model: ${agents.join(', ')}.` : ''}`,
    action: 'Delete provider',
  }),
  test: {
    action: 'Test provider',
    busy: 'Testing…',
    ok: (ms: number) => `Answered in ${ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}.`,
  },
  form: 'Provider',
  newProvider: 'New provider',
  saved: (name: string) => `${name} saved. Test it to check the connection.`,
  labels: { kind: 'Kind', name: 'Name', baseUrl: 'URL', key: 'API key', models: 'Models' },
  help: {
    kind: "The kind can't be changed. Add another provider instead.",
    vendorUrl: (url: string) => `Leave empty for ${url}.`,
    url: 'Usually ends in /v1.',
    urlExample: 'http://localhost:11434/v1',
    newKey: 'Stored encrypted and never shown again. Local servers often need none.',
    storedKey: (hint: string) => `A key ending in …${hint} is stored. Leave empty to keep it.`,
    keyLost: 'The new URL is another server, so the stored key will be deleted.',
    removeKey: 'Delete stored key',
    models: 'One ID per line. The test uses the first one.',
  },
};
