import { HttpProblem } from '../problems.ts';

/**
 * A page of another site, or a name that was made to point here, must not speak for a person: every request names a host
 * of ours, and one that a browser sent from a page comes from a page of ours.
 */
export function checkSource(headers: Headers, origins: readonly string[], isPage: boolean): void {
  // A page holds nothing of anybody, so a link to it may be followed from anywhere.
  const isFollowed = isPage && headers.get('sec-fetch-mode') === 'navigate';
  const host = headers.get('host')?.toLowerCase() ?? '';
  if (!origins.some((origin) => new URL(origin).host === host)) {
    const known = origins.join(', ');
    throw new HttpProblem(421, 'wrong-host', `This server does not answer as "${host}". Its addresses: ${known}.`);
  }
  const origin = headers.get('origin');
  const site = isFollowed ? null : headers.get('sec-fetch-site');
  const isForeign =
    (origin !== null && !origins.includes(origin.toLowerCase())) || site === 'cross-site' || site === 'same-site';
  if (isForeign) throw new HttpProblem(403, 'foreign-origin', 'A page of another site may not use this server.');
}

/** What this server is called on the machine it runs on, and by the name that it was given. */
export function ownOrigins(port: number, publicUrl: string | null): string[] {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
  return publicUrl ? [new URL(publicUrl).origin.toLowerCase(), ...loopback] : loopback;
}

export function withSecurity(response: Response): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

/** On every reply of a server that people reach by TLS: browsers use nothing else from then on. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const;

/** On every reply. Pages may load and run only what this server sends them. */
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
