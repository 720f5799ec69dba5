import { refuse } from '@retinue/protocol';
import { HttpProblem } from '../problems.ts';

/**
 * A page of another site, or a name that was made to point here, must not act for a person: every request names one of
 * our hosts, and a request that a browser sent from a page comes from one of our pages.
 */
export function checkSource(headers: Headers, origins: readonly string[], isPage: boolean): void {
  // A page holds no private data, so a link to it may be followed from anywhere.
  const isFollowed = isPage && headers.get('sec-fetch-mode') === 'navigate';
  const host = headers.get('host')?.toLowerCase() ?? '';
  if (!origins.some((origin) => new URL(origin).host === host)) {
    throw new HttpProblem(refuse('wrong-host', { host, known: [...origins] }));
  }
  const origin = headers.get('origin');
  const site = isFollowed ? null : headers.get('sec-fetch-site');
  const isForeign =
    (origin !== null && !origins.includes(origin.toLowerCase())) || site === 'cross-site' || site === 'same-site';
  if (isForeign) throw new HttpProblem(refuse('foreign-origin'));
}

/** Names of this server: those of the machine, and the configured one. */
export function ownOrigins(port: number, publicUrl: string | null): string[] {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
  return publicUrl ? [new URL(publicUrl).origin.toLowerCase(), ...loopback] : loopback;
}

export function withSecurity(response: Response): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

/** On every reply of a server that people reach by TLS: browsers use only TLS from then on. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const;

/** On every reply. Pages may load and run only content from this server. */
export const securityHeaders: Record<string, string> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
