import { createRemoteModel, type RemoteOptions } from '../../packages/server/src/models/remote/remote-model.ts';
import type { Model } from '../../packages/server/src/ports/engine/model.ts';
import { HiddenSecret } from '../../packages/server/src/secrets/secret.ts';

/** A model at a fake server, of OpenAI's kind by default. */
export function remoteModel(
  options: { baseUrl: string; apiKey: string | null } & Partial<
    Pick<RemoteOptions, 'kind' | 'fetch' | 'openAiProtocol'>
  >,
): Model {
  const { kind = 'openai-compatible', apiKey, fetch = globalThis.fetch, ...vendor } = options;
  const secret = apiKey === null ? null : new HiddenSecret(apiKey);
  return createRemoteModel({ ...vendor, kind, key: () => secret, fetch });
}
