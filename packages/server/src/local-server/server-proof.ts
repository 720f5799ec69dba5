import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Mutual authentication of a program of this machine's user and the server of a data directory, without sending the
 * token that both can read:
 *
 * 1. the program sends a nonce
 * 2. the server answers with the id of its run, and a proof over the nonce, that id and the requested address
 * 3. the program checks the proof, and from then on signs in with a key over the same nonce and run
 *
 * A foreign process on the port gets only a nonce. One that relays the nonce to the real server, which then listens
 * somewhere else, gets a proof for another address. A key is useless once the run has ended.
 */
export interface ProofTerms {
  nonce: string;
  /** Identifies this run of the server. */
  runId: string;
  /** The address in the data directory's file, which the server wrote. */
  url: string;
}

export function proofOf(token: string, { nonce, runId, url }: ProofTerms): string {
  return keyedHash(token, ['server', nonce, runId, url]);
}

export function isProof(proof: unknown, token: string, terms: ProofTerms): boolean {
  return typeof proof === 'string' && isEqual(proof, proofOf(token, terms));
}

/** The program's credential in place of the token. */
export function accessKeyOf(token: string, { nonce, runId }: Omit<ProofTerms, 'url'>): string {
  return `${nonce}.${keyedHash(token, ['program', nonce, runId])}`;
}

export function isAccessKey(key: string, token: string, runId: string): boolean {
  const nonce = key.slice(0, key.indexOf('.'));
  return noncePattern.test(nonce) && isEqual(key, accessKeyOf(token, { nonce, runId }));
}

export function makeNonce(): string {
  return randomBytes(32).toString('base64url');
}

export const noncePattern = /^[\w-]{43}$/;

function keyedHash(token: string, parts: readonly string[]): string {
  return createHmac('sha256', token).update(JSON.stringify(parts)).digest('base64url');
}

function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
