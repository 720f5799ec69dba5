import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Refusal } from '@retinue/protocol';
import { instanceWorkspaceId, isRefusal, pageKeyHeader, refuse } from '@retinue/protocol';
import { z } from 'zod';
import { isAccessKey, makeNonce, proofOf } from '../../local-server/server-proof.ts';
import type { AppendLabel } from '../../ports/log/append-labels.ts';
import { recordShapes } from '../../ports/log/record-shapes.ts';
import type { ChangeHeader, Empty, RecordRequest, Records } from '../../ports/log/records.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { Deadlines } from '../../ports/runtime/deadlines.ts';
import { type Collection, collection } from '../../records/collection.ts';
import type { Principal } from './principal.ts';

/**
 * Sign-ins. A set-up link works once and for a short time; a browser's key is worth as much as a password, so the store
 * holds only its hash. The token file of this machine's user stands for the owner.
 */
export class SignIns {
  readonly #setUps: Collection<z.infer<typeof setUpSchema>>;
  readonly #sessions: Collection<z.infer<typeof recordShapes.session>>;
  readonly #clock: Clock;
  readonly #token: () => string | null;
  /** Identifies this run of the server. */
  readonly #runId = makeNonce();
  /** Signs if there is no token; unlike the id of the run, it is secret. */
  readonly #runSecret = randomBytes(32);
  readonly #deadlines: Deadlines;
  #endings = 0;
  readonly #known = new Map<string, { principal: Principal; pageHash: string; untilMs: number }>();
  readonly #cookieName: string;

  /** With TLS, `isSecure`, the cookie's name makes browsers keep it to this host and its secure connections. */
  constructor(places: { records: Records; clock: Clock; token: () => string | null; isSecure?: boolean }) {
    const { records, clock, token, isSecure = false } = places;
    this.#cookieName = isSecure ? `__Host-${cookieName}` : cookieName;
    this.#setUps = collection(records, 'set-up', setUpSchema);
    this.#sessions = collection(records, 'session', recordShapes.session);
    this.#clock = clock;
    this.#deadlines = new Deadlines(clock);
    this.#token = token;
  }

  /** The same key gives the same token, so that a repeated request gets the first answer. */
  async makeSetUp(idempotency?: Idempotency): Promise<{ token: string; expiresAt: number } | Refusal> {
    const token = idempotency ? this.#derive(`setUp ${idempotency.key}`) : randomBytes(32).toString('base64url');
    const made = { expiresAt: this.#clock.now() + setUpMs };
    const request = { ...inServer('make-set-up-link'), ...(idempotency && { idempotency }) };
    const kept = await this.#setUps.change(request, hashOf(token), () => ({ kept: made, reply: made }));
    if (isRefusal(kept)) return kept;
    // The reply to a repeated request is that of the first.
    if (kept === made) this.#deadlines.begin(hashOf(token), made.expiresAt, setUpMs);
    return { token, expiresAt: kept.expiresAt };
  }

  /** Whether a link would sign in. */
  async isOpen(token: string): Promise<boolean> {
    return this.#isCurrent(hashOf(token), await this.#setUps.get(instanceWorkspaceId, hashOf(token)));
  }

  /** The browser's keys; refused for a token that was used, is too old or never existed. */
  async exchange(token: string): Promise<SessionKeys | Refusal> {
    const id = hashOf(token);
    const used = await this.#setUps.change<Empty>(inServer('sign-in'), id, (current) =>
      this.#isCurrent(id, current) ? { kept: null, reply: {} } : refuse('used-link'),
    );
    return isRefusal(used) ? used : this.begin(owner);
  }

  /** For other people than the owner; members come with organizations. */
  begin(principal: Principal): Promise<SessionKeys> {
    return this.#begin(randomBytes(32).toString('base64url'), principal);
  }

  async #begin(key: string, principal: Principal): Promise<SessionKeys> {
    const pageKey = randomBytes(32).toString('base64url');
    const workspaceIds = principal.workspaceIds === 'all' ? ('all' as const) : [...principal.workspaceIds];
    const expiresAt = this.#clock.now() + signedInMs;
    this.#deadlines.begin(hashOf(key), expiresAt, signedInMs);
    await this.#sessions.change(inServer('sign-in'), hashOf(key), () => ({
      kept: { principal: { ...principal, workspaceIds }, expiresAt, pageHash: hashOf(pageKey) },
      reply: null,
    }));
    return { key, pageKey };
  }

  async end(key: string): Promise<void> {
    await this.#sessions.change(inServer('sign-out'), hashOf(key), () => ({ kept: null, reply: null }));
    // A request that read it just before must not cache it.
    this.#endings += 1;
    this.#known.delete(hashOf(key));
  }

  /** Identifies the caller. Results are cached for a few seconds. */
  async principalOf(headers: Headers): Promise<Principal | null> {
    const bearer = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1];
    if (bearer !== undefined) return this.#isProgram(bearer) ? { ...owner, id: 'cli' } : null;
    const key = this.keyIn(headers);
    const pageKey = headers.get(pageKeyHeader);
    return key && pageKey ? this.#find(hashOf(key), hashOf(pageKey)) : null;
  }

  /** The cookie's value. It does not sign in by itself. */
  keyIn(headers: Headers): string | null {
    return cookieIn(headers, this.#cookieName);
  }

  /** The cookie to set, or to remove with null. */
  cookieFor(key: string | null): string {
    const age = key === null ? 0 : signedInMs / 1000;
    const secure = this.#cookieName === cookieName ? '' : '; Secure';
    return `${this.#cookieName}=${key ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
  }

  /** A path that opens without the header for a minute, for the person who is signed in with these headers. */
  signPath(headers: Headers, path: string): { path: string; expiresAt: number } | null {
    const key = this.keyIn(headers);
    if (!key) return null;
    const expiresAt = this.#clock.now() + linkMs;
    const place = plainPath(path);
    const link = [expiresAt, hashOf(key), this.#signatureOf(place, expiresAt, hashOf(key))].join('.');
    return { path: `${place}${place.includes('?') ? '&' : '?'}${linkParam}=${link}`, expiresAt };
  }

  /** The person who signed this path a moment ago, if still signed in. */
  async principalOfPath(path: string): Promise<Principal | null> {
    const link = new URL(path, anyOrigin).searchParams.get(linkParam) ?? '';
    const [, until = '', id = '', signature = ''] = /^(\d{1,15})\.([0-9a-f]{64})\.([\w-]{43})$/.exec(link) ?? [];
    const leftMs = Number(until) - this.#clock.now();
    if (!isSame(signature, this.#signatureOf(plainPath(path), Number(until), id))) return null;
    return leftMs > 0 && leftMs <= linkMs ? this.#find(id, null) : null;
  }

  #signatureOf(path: string, until: number, id: string): string {
    return this.#derive(`download ${until} ${id} ${path}`);
  }

  /** Proves to a caller that knows the token that this server does. Reveals nothing to others. */
  proveServer(nonce: string, url: string): { runId: string; proof: string } | null {
    const token = this.#token();
    return token === null ? null : { runId: this.#runId, proof: proofOf(token, { nonce, runId: this.#runId, url }) };
  }

  #isProgram(bearer: string): boolean {
    const token = this.#token();
    return token !== null && (isSame(bearer, token) || isAccessKey(bearer, token, this.#runId));
  }

  /** A session from before page keys existed has none and is not accepted: a copied cookie looks the same. */
  async #find(id: string, pageHash: string | null): Promise<Principal | null> {
    const nowMs = this.#clock.monotonicMs();
    const isPage = (kept: string) => pageHash === null || isSame(pageHash, kept);
    const known = this.#known.get(id);
    if (known && known.untilMs > nowMs) return isPage(known.pageHash) ? known.principal : null;
    const endings = this.#endings;
    const session = (await this.#sessions.get(instanceWorkspaceId, id))?.value;
    const leftMs = session ? this.#deadlines.leftMs(id, session.expiresAt, signedInMs) : 0;
    if (!session || leftMs <= 0) {
      this.#known.delete(id);
      return null;
    }
    const { principal, pageHash: ownHash } = session;
    if (ownHash === undefined || !isPage(ownHash)) return null;
    if (leftMs < signedInMs - dayMs) await this.#prolong(id);
    if (this.#known.size > maxKnown) this.#known.clear();
    if (endings === this.#endings) this.#known.set(id, { principal, pageHash: ownHash, untilMs: nowMs + believedMs });
    return principal;
  }

  #isCurrent(id: string, kept: { value: { expiresAt: number } } | null): boolean {
    return kept !== null && this.#deadlines.leftMs(id, kept.value.expiresAt, setUpMs) > 0;
  }

  async #prolong(id: string): Promise<void> {
    const expiresAt = this.#clock.now() + signedInMs;
    this.#deadlines.begin(id, expiresAt, signedInMs);
    await this.#sessions.change({ workspaceId: instanceWorkspaceId }, id, (current) => ({
      kept: current && { ...current.value, expiresAt },
      reply: null,
    }));
  }

  #derive(purpose: string): string {
    return createHmac('sha256', this.#token() ?? this.#runSecret)
      .update(purpose)
      .digest('base64url');
  }
}

type Idempotency = NonNullable<ChangeHeader['idempotency']>;

const owner: Principal = { id: 'owner', name: 'Owner', role: 'owner', workspaceIds: 'all' };

const setUpSchema = z.object({ expiresAt: z.number() });

function inServer(label: AppendLabel): RecordRequest {
  return { workspaceId: instanceWorkspaceId, label };
}

/** A browser's keys: the key in a cookie, the page key in the storage of its origin. */
export interface SessionKeys {
  key: string;
  pageKey: string;
}

export const cookieName = 'retinue';
export const linkParam = 'link';

function cookieIn(headers: Headers, name: string): string | null {
  const cookies = headers.get('cookie')?.split(';') ?? [];
  const own = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(`${name}=`));
  return own?.slice(name.length + 1) || null;
}

/** A path with its query, without a signature, in canonical form. */
function plainPath(path: string): string {
  const { pathname, searchParams } = new URL(path, anyOrigin);
  searchParams.delete(linkParam);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

const anyOrigin = 'http://localhost';

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
const linkMs = 60_000;
const maxKnown = 1000;
