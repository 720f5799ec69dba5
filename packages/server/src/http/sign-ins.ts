import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Refusal, WorkspaceId } from '@retinue/protocol';
import { instanceWorkspaceId, refuse } from '@retinue/protocol';
import { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import type { ChangeHeader, Records } from '../ports/records.ts';
import type { Principal } from './principal.ts';

/**
 * Who is signed in. A set-up link works once and for a short time; what a browser keeps is worth as much as a password, so
 * the store holds only its hash. The token file of this machine's user speaks for the owner.
 */
export class SignIns {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #token: string;
  #endings = 0;
  readonly #known = new Map<string, { principal: Principal; until: number }>();

  constructor({ records, clock, token }: { records: Records; clock: Clock; token: string }) {
    this.#records = records;
    this.#clock = clock;
    this.#token = token;
  }

  /** The same key gives the same token, so that a repeated request is answered as the first one was. */
  async makeSetUp(once?: Once): Promise<{ token: string; expiresAt: number } | null> {
    const token = once ? this.#derive(`set-up ${once.key}`) : randomBytes(32).toString('base64url');
    const expiresAt = this.#clock.now() + setUpMs;
    const made = { expiresAt };
    const header = once ? { ...once, reply: () => JSON.stringify(made) } : undefined;
    const changed = await this.#records.change(
      { workspaceId: instanceWorkspaceId, ...(header ? { once: header } : {}) },
      { kind: 'set-up', id: hashOf(token) },
      () => made,
    );
    if (changed.refusal) return null;
    return { token, expiresAt: changed.repeated ? (JSON.parse(changed.repeated).expiresAt as number) : expiresAt };
  }

  /** What the browser is to keep; refused for a token that was used, is too old or never was. */
  async exchange(token: string, once?: Once): Promise<{ refusal: Refusal } | { refusal: null; key: string }> {
    const now = this.#clock.now();
    const used = await this.#records.change(
      { workspaceId: instanceWorkspaceId, ...(once ? { once: { ...once, reply: () => '{}' } } : {}) },
      { kind: 'set-up', id: hashOf(token) },
      (current) => (isCurrent(current?.data, now) ? null : refuse('invalid-command', 'used')),
    );
    if (used.refusal) return { refusal: used.refusal };
    return { refusal: null, key: await this.#begin(this.#derive(`sign-in ${token}`), owner) };
  }

  /** For whoever is not the owner; members come with organisations. */
  begin(principal: Principal): Promise<string> {
    return this.#begin(randomBytes(32).toString('base64url'), principal);
  }

  async #begin(key: string, principal: Principal): Promise<string> {
    const kept = { ...principal, workspaceIds: principal.workspaceIds === 'all' ? 'all' : [...principal.workspaceIds] };
    await this.#records.change({ workspaceId: instanceWorkspaceId }, { kind: 'session', id: hashOf(key) }, () => ({
      principal: kept as never,
      expiresAt: this.#clock.now() + signedInMs,
    }));
    return key;
  }

  async end(key: string): Promise<void> {
    await this.#records.change({ workspaceId: instanceWorkspaceId }, { kind: 'session', id: hashOf(key) }, () => null);
    // Whoever read it just before must not keep it.
    this.#endings += 1;
    this.#known.delete(hashOf(key));
  }

  /** The one question of who asks. What was found is believed for a few seconds. */
  async principalOf(headers: Headers): Promise<Principal | null> {
    const bearer = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1];
    if (bearer !== undefined) return isSame(bearer, this.#token) ? { ...owner, id: 'cli' } : null;
    const key = signInKey(headers);
    return key ? this.#find(hashOf(key)) : null;
  }

  async #find(id: string): Promise<Principal | null> {
    const now = this.#clock.now();
    const known = this.#known.get(id);
    if (known && known.until > now) return known.principal;
    const endings = this.#endings;
    const record = await this.#records.get(instanceWorkspaceId, 'session', id);
    const kept = keptSchema.safeParse(record?.data);
    if (!kept.success || kept.data.expiresAt <= now) {
      this.#known.delete(id);
      return null;
    }
    if (kept.data.expiresAt - now < signedInMs - dayMs) await this.#prolong(id, now);
    const principal = kept.data.principal as Principal;
    if (this.#known.size > mostKnown) this.#known.clear();
    if (endings === this.#endings) this.#known.set(id, { principal, until: now + believedMs });
    return principal;
  }

  async #prolong(id: string, now: number): Promise<void> {
    await this.#records.change({ workspaceId: instanceWorkspaceId }, { kind: 'session', id }, (current) => {
      const kept = keptSchema.safeParse(current?.data);
      return kept.success ? ({ ...kept.data, expiresAt: now + signedInMs } as never) : null;
    });
  }

  #derive(purpose: string): string {
    return createHmac('sha256', this.#token).update(purpose).digest('base64url');
  }
}

type Once = Pick<NonNullable<ChangeHeader['once']>, 'key' | 'request'>;

const owner: Principal = { id: 'owner', name: 'Owner', role: 'owner', workspaceIds: 'all' };

const keptSchema = z.object({
  principal: z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(['owner', 'editor', 'viewer']),
    workspaceIds: z.union([z.literal('all'), z.array(z.custom<WorkspaceId>((id) => typeof id === 'string'))]),
  }),
  expiresAt: z.number(),
});

export const cookieName = 'retinue';

export function signInKey(headers: Headers): string | null {
  const cookies = headers.get('cookie')?.split(';') ?? [];
  const own = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(`${cookieName}=`));
  return own?.slice(cookieName.length + 1) || null;
}

export function cookieFor(key: string | null, isSecure: boolean): string {
  const age = key === null ? 0 : signedInMs / 1000;
  return `${cookieName}=${key ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? '; Secure' : ''}`;
}

function isCurrent(data: unknown, now: number): boolean {
  const parsed = z.object({ expiresAt: z.number() }).safeParse(data);
  return parsed.success && parsed.data.expiresAt > now;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());
}

const setUpMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
const signedInMs = 7 * dayMs;
const believedMs = 3000;
const mostKnown = 1000;
