import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderKind } from '@retinue/protocol';
import { vendorAddresses } from '@retinue/protocol';
import type { Secret } from '../../ports/settings/secrets.ts';
import { boundBody } from './bounded-body.ts';

export interface VendorOptions {
  baseUrl: string;
  /** The one of OpenAI's two protocols that the server has. Absent: responses at its own server, and chat at others. */
  openAiProtocol?: 'responses' | 'chat';
  /** Opened for each request: nothing that is stored holds it. */
  key: () => Secret | null;
  fetch: typeof globalThis.fetch;
}

export type ModelFactory = (modelId: string) => LanguageModelV4;

export type Protocol = Exclude<ProviderKind, 'openai'> | 'openai-chat' | 'openai-responses';

export function protocolOf(kind: ProviderKind, { baseUrl, openAiProtocol }: VendorOptions): Protocol {
  if (kind !== 'openai') return kind;
  const isOwn = new URL(baseUrl).origin === new URL(vendorAddresses.openai).origin;
  return `openai-${openAiProtocol ?? (isOwn ? 'responses' : 'chat')}`;
}

/** A vendor's own library, loaded at the first use: most starts don't need it. */
export async function loadVendor(kind: ProviderKind, vendor: VendorOptions): Promise<ModelFactory> {
  const { baseUrl, key, fetch } = vendor;
  const sendKey = keyHeaders[kind];
  const options = {
    baseURL: baseUrl,
    // Without one the libraries would look for a key in the environment, and send it to the address here.
    apiKey: 'set-when-sent',
    fetch: (async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const { name } of Object.values(keyHeaders)) headers.delete(name);
      const secret = key();
      if (secret) headers.set(sendKey.name, `${sendKey.before}${secret.reveal()}`);
      return boundBody(await fetch(input, { ...init, headers }));
    }) satisfies typeof globalThis.fetch,
  };
  return loaders[protocolOf(kind, vendor)](options);
}

interface LibraryOptions {
  baseURL: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

const keyHeaders = {
  'openai-compatible': { name: 'authorization', before: 'Bearer ' },
  openai: { name: 'authorization', before: 'Bearer ' },
  anthropic: { name: 'x-api-key', before: '' },
  google: { name: 'x-goog-api-key', before: '' },
} satisfies Record<ProviderKind, { name: string; before: string }>;

/** Name under which an OpenAI-compatible server takes its own options. */
export const compatibleName = 'retinue';

const loaders: Record<Protocol, (options: LibraryOptions) => Promise<ModelFactory>> = {
  'openai-compatible': async (options) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({ name: compatibleName, includeUsage: true, ...options });
    return (modelId) => provider.chatModel(modelId);
  },
  'openai-chat': async (options) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI(options);
    return (modelId) => provider.chat(modelId);
  },
  'openai-responses': async (options) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI(options);
    return (modelId) => provider.responses(modelId);
  },
  anthropic: async (options) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const provider = createAnthropic(options);
    return (modelId) => provider.languageModel(modelId);
  },
  google: async (options) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    const provider = createGoogleGenerativeAI(options);
    return (modelId) => provider.languageModel(modelId);
  },
};
