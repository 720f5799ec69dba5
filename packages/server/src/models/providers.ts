import type {
  AddressProblem,
  ModelChoice,
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderTest,
  Refusal,
  WorkspaceId,
} from '@retinue/protocol';
import { agentIdOf, isRefusal, providerIdOf, refuse, storedId } from '@retinue/protocol';
import type { z } from 'zod';
import type { Model, ModelRequest } from '../ports/engine/model.ts';
import { ModelError } from '../ports/engine/model.ts';
import { recordShapes } from '../ports/log/record-shapes.ts';
import type { Empty, RecordRequest, Records } from '../ports/log/records.ts';
import { hashRequest } from '../ports/log/records.ts';
import type { NewProvider, Providers } from '../ports/settings/providers.ts';
import type { Sealer } from '../ports/settings/secrets.ts';
import { firstFree, slugOf } from '../ports/settings/slug.ts';
import type { Collection } from '../records/collection.ts';
import { collection } from '../records/collection.ts';
import { createRemoteModel } from './remote/remote-model.ts';

interface ProvidersOptions {
  records: Records;
  sealer: Sealer;
  /** The only connection to the outside: it decides on the allowed addresses. */
  fetch: typeof globalThis.fetch;
  /** Reason why an address is refused; null if it is allowed. */
  addressProblem?: (url: string) => Promise<AddressProblem | null>;
}

export function createProviders(options: ProvidersOptions): Providers {
  return new StoredProviders(options);
}

/** As it is stored, with its key sealed for the host of `baseUrl`. */
type KeptProvider = z.output<typeof recordShapes.provider>;

class StoredProviders implements Providers {
  readonly #providers: Collection<KeptProvider>;
  readonly #sealer: Sealer;
  readonly #fetch: typeof globalThis.fetch;
  readonly #addressProblem: (url: string) => Promise<AddressProblem | null>;
  /** By workspace and id, as long as the record is the same. */
  readonly #models = new Map<string, { version: string; model: Model }>();

  constructor({ records, sealer, fetch, addressProblem = async () => null }: ProvidersOptions) {
    this.#addressProblem = addressProblem;
    this.#providers = collection(records, 'provider', recordShapes.provider);
    this.#sealer = sealer;
    this.#fetch = fetch;
  }

  async list(workspaceId: WorkspaceId): Promise<Provider[]> {
    return (await this.#providers.list(workspaceId)).map(({ value, version }) => toView(value, version));
  }

  async find(workspaceId: WorkspaceId, providerId: ProviderId): Promise<Provider | null> {
    const found = await this.#providers.get(workspaceId, providerId);
    return found && toView(found.value, found.version);
  }

  async create(request: RecordRequest, { key, ...fields }: NewProvider): Promise<Provider | Refusal> {
    const problem = await this.#addressProblem(fields.baseUrl);
    if (problem) return refuse('address-refused', { problem });
    while (true) {
      const taken = new Set<string>((await this.list(request.workspaceId)).map(({ providerId }) => providerId));
      const slug = firstFree(slugOf(fields.name, 'provider'), (candidate) => taken.has(`prv_${candidate}`));
      const providerId = providerIdOf(slug);
      const bare = { ...fields, models: [...new Set(fields.models)], providerId, key: null, keyHint: null };
      const reply = await this.#change(request, providerId, (current) =>
        current ? refuse('id-taken', { id: providerId }) : this.#withKey(request, bare, key),
      );
      // Another request took the id meanwhile; the next one is free.
      if (!isRefusal(reply) || reply.code !== 'id-taken') return reply;
    }
  }

  async update(
    request: RecordRequest,
    providerId: ProviderId,
    { key, name, baseUrl, models }: ProviderChanges,
  ): Promise<Provider | Refusal> {
    const problem = baseUrl === undefined ? null : await this.#addressProblem(baseUrl);
    if (problem) return refuse('address-refused', { problem });
    return this.#change(request, providerId, (current) => {
      if (!current) return refuse('no-such-provider', { providerId });
      const changed: KeptProvider = {
        ...current,
        name: name ?? current.name,
        baseUrl: baseUrl ?? current.baseUrl,
        models: [...new Set(models ?? current.models)],
      };
      const hasMoved = new URL(changed.baseUrl).origin !== new URL(current.baseUrl).origin;
      if (key === undefined) return hasMoved ? this.#withKey(request, changed, null) : changed;
      return this.#withKey(request, changed, key);
    });
  }

  async remove(request: RecordRequest, providerId: ProviderId): Promise<Empty | Refusal> {
    this.#models.delete(`${request.workspaceId} ${providerId}`);
    return this.#providers.remove(request, providerId, refuse('no-such-provider', { providerId }));
  }

  async test(workspaceId: WorkspaceId, providerId: ProviderId, modelId?: string): Promise<ProviderTest | Refusal> {
    const provider = await this.find(workspaceId, providerId);
    const model = provider && (await this.model(workspaceId, providerId));
    if (!model) return refuse('no-such-provider', { providerId });
    const id = modelId ?? provider.models[0];
    if (id === undefined) return refuse('no-model-listed', { providerId });
    return testModel(model, { provider: providerId, id });
  }

  async model(workspaceId: WorkspaceId, providerId: ProviderId): Promise<Model | null> {
    const record = await this.#providers.get(workspaceId, providerId);
    if (!record) return null;
    const place = `${workspaceId} ${providerId}`;
    const version = `${record.version} ${record.updatedAt}`;
    const made = this.#models.get(place);
    if (made?.version === version) return made.model;
    const model = this.#modelOf(workspaceId, record.value);
    this.#models.set(place, { version, model });
    return model;
  }

  #modelOf(workspaceId: WorkspaceId, { providerId, kind, baseUrl, key }: KeptProvider): Model {
    const place = placeOf(workspaceId, providerId, baseUrl);
    const open = () => (key === null ? null : this.#sealer.open(key, place));
    return createRemoteModel({ kind, baseUrl, key: open, fetch: this.#fetch });
  }

  #withKey({ workspaceId }: RecordRequest, provider: KeptProvider, key: string | null): KeptProvider {
    const place = placeOf(workspaceId, provider.providerId, provider.baseUrl);
    return { ...provider, key: key === null ? null : this.#sealer.seal(key, place), keyHint: hintOf(key) };
  }

  #change(
    request: RecordRequest,
    providerId: ProviderId,
    decide: (current: KeptProvider | null) => KeptProvider | Refusal,
  ): Promise<Provider | Refusal> {
    return this.#providers.change<Provider>(hashRequest(request), providerId, (current) => {
      const decided = decide(current?.value ?? null);
      return isRefusal(decided) ? decided : { kept: decided, reply: toView(decided, (current?.version ?? 0) + 1) };
    });
  }
}

function placeOf(workspaceId: WorkspaceId, providerId: ProviderId, baseUrl: string) {
  return { workspaceId, recordId: providerId, host: new URL(baseUrl).host };
}

/** The last characters of a short key would reveal too much of it. */
function hintOf(key: string | null): string | null {
  return key !== null && key.length >= 12 ? key.slice(-4) : null;
}

function toView({ key, ...shown }: KeptProvider, version: number): Provider {
  return { ...shown, hasKey: key !== null, version };
}

/** One small question, through the same code as any step, and the time of the answer. */
async function testModel(model: Model, choice: ModelChoice): Promise<ProviderTest | Refusal> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    for await (const piece of model.stream(requestFor(choice), signal)) if (piece.type === 'end') break;
    return { ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (signal.aborted) return refuse('provider-timeout', { seconds: timeoutMs / 1000 });
    if (error instanceof ModelError) return refuse('provider-failed', { reason: error.reason });
    throw error;
  }
}

const timeoutMs = 20_000;

function requestFor(model: ModelChoice): ModelRequest {
  return {
    model,
    sampling: {},
    system: '',
    messages: [{ role: 'user', text: 'Say "ok"' }],
    tools: [],
    toolChoice: 'auto',
    place: { threadId: storedId.thread('thr_test'), agentId: agentIdOf('test'), step: 1, attempt: 1, kind: 'answer' },
  };
}
