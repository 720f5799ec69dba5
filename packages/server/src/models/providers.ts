import { createHash } from 'node:crypto';
import type {
  FieldError,
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderInput,
  ProviderTest,
  Refusal,
  WorkspaceId,
} from '@retinue/protocol';
import {
  fieldErrorsIn,
  firstFree,
  problemsIn,
  providerChangesSchema,
  providerIdOf,
  providerInputSchema,
  refuse,
  slugOf,
} from '@retinue/protocol';
import type { z } from 'zod';
import type { Model } from '../ports/model.ts';
import type { Providers } from '../ports/providers.ts';
import type { RecordReply, Records, RecordWish } from '../ports/records.ts';
import type { Sealer } from '../ports/secrets.ts';
import type { Collection } from '../records/collection.ts';
import { collection } from '../records/collection.ts';
import { recordShapes } from '../records/record-shapes.ts';
import { createRemoteModel } from './remote-model.ts';
import { testModel } from './test-model.ts';

export interface ProvidersOptions {
  records: Records;
  sealer: Sealer;
  /** The only way out: it decides on what may be reached. */
  fetch: typeof globalThis.fetch;
  /** Why nothing would be sent to an address; null when it may be. */
  addressProblem?: (url: string) => Promise<string | null>;
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
  readonly #addressProblem: (url: string) => Promise<string | null>;
  /** By workspace and id, for as long as the record is the same. */
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

  async create(wish: RecordWish, input: ProviderInput): Promise<RecordReply<Provider>> {
    const parsed = providerInputSchema.safeParse(input);
    if (!parsed.success)
      return { refusal: refuse('invalid-provider', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
    const { key, ...fields } = parsed.data;
    const refusedAddress = await this.#addressProblem(fields.baseUrl);
    if (refusedAddress) return { refusal: refuse('invalid-provider', refusedAddress, addressErrors(refusedAddress)) };
    while (true) {
      const taken = new Set<string>((await this.list(wish.workspaceId)).map(({ providerId }) => providerId));
      const slug = firstFree(slugOf(fields.name, 'provider'), (candidate) => taken.has(`prv_${candidate}`));
      const providerId = providerIdOf(slug);
      const bare = { ...fields, models: [...new Set(fields.models)], providerId, key: null, keyHint: null };
      const reply = await this.#change(wish, providerId, (current) =>
        current ? refuse('provider-exists', providerId) : this.#withKey(wish, bare, key),
      );
      // Somebody else took the id meanwhile; there is always a next one.
      if (reply.refusal?.code !== 'provider-exists') return reply;
    }
  }

  async update(wish: RecordWish, providerId: ProviderId, changes: ProviderChanges): Promise<RecordReply<Provider>> {
    const parsed = providerChangesSchema.safeParse(changes);
    if (!parsed.success)
      return { refusal: refuse('invalid-provider', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
    const { key, name, baseUrl, models } = parsed.data;
    const refusedAddress = baseUrl === undefined ? null : await this.#addressProblem(baseUrl);
    if (refusedAddress) return { refusal: refuse('invalid-provider', refusedAddress, addressErrors(refusedAddress)) };
    return this.#change(wish, providerId, (current) => {
      if (!current) return refuse('no-such-provider', providerId);
      const changed: KeptProvider = {
        ...current,
        name: name ?? current.name,
        baseUrl: baseUrl ?? current.baseUrl,
        models: [...new Set(models ?? current.models)],
      };
      const hasMoved = new URL(changed.baseUrl).origin !== new URL(current.baseUrl).origin;
      if (key === undefined) return hasMoved ? this.#withKey(wish, changed, null) : changed;
      return this.#withKey(wish, changed, key);
    });
  }

  async remove(wish: RecordWish, providerId: ProviderId): Promise<RecordReply<null>> {
    this.#models.delete(`${wish.workspaceId} ${providerId}`);
    return this.#providers.remove(wish, providerId, refuse('no-such-provider', providerId));
  }

  async test(workspaceId: WorkspaceId, providerId: ProviderId, modelId?: string): Promise<RecordReply<ProviderTest>> {
    const provider = await this.find(workspaceId, providerId);
    const model = provider && (await this.model(workspaceId, providerId));
    if (!model) return { refusal: refuse('no-such-provider', providerId) };
    const id = modelId ?? provider.models[0];
    if (id === undefined) return { refusal: refuse('invalid-provider', 'it lists no model to ask. Add one.') };
    return { refusal: null, done: await testModel(model, { provider: providerId, id }) };
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

  #withKey({ workspaceId }: RecordWish, provider: KeptProvider, key: string | null): KeptProvider {
    const place = placeOf(workspaceId, provider.providerId, provider.baseUrl);
    return { ...provider, key: key === null ? null : this.#sealer.seal(key, place), keyHint: hintOf(key) };
  }

  #change(
    wish: RecordWish,
    providerId: ProviderId,
    decide: (current: KeptProvider | null) => KeptProvider | Refusal,
  ): Promise<RecordReply<Provider>> {
    return this.#providers.change<Provider>(withoutKey(wish), providerId, (current) => {
      const decided = decide(current?.value ?? null);
      return 'code' in decided ? decided : { kept: decided, reply: toView(decided, (current?.version ?? 0) + 1) };
    });
  }
}

function placeOf(workspaceId: WorkspaceId, providerId: ProviderId, baseUrl: string) {
  return { workspaceId, recordId: providerId, host: new URL(baseUrl).host };
}

/** The request is kept to know it again, and may hold the key. */
function withoutKey({ once, ...wish }: RecordWish): RecordWish {
  if (!once) return wish;
  return { ...wish, once: { key: once.key, request: createHash('sha256').update(once.request).digest('hex') } };
}

/** A short key would be given away by its end. */
function hintOf(key: string | null): string | null {
  return key !== null && key.length >= 12 ? key.slice(-4) : null;
}

function toView({ key, ...shown }: KeptProvider, version: number): Provider {
  return { ...shown, hasKey: key !== null, version };
}

function addressErrors(message: string): FieldError[] {
  return [{ path: 'baseUrl', code: 'address-refused', message }];
}
