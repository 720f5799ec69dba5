import type { AddressProblem } from '@retinue/protocol';

export interface OutboundBounds {
  timeoutMs: number | null;
  maxBytes: number | null;
}

/**
 * Requests to the open internet and to the allowed `host:port`s. The code is loaded at the first use, since it takes longer to
 * load than everything else.
 */
export function createOutbound(allowedHosts: readonly string[]) {
  const allowed = new Set(allowedHosts);
  const allow = (host: string, port: number) => allowed.has(`${host}:${port}`);
  return {
    fetchWithin(bounds: OutboundBounds): typeof globalThis.fetch {
      const options = { allow, redirects: 'refuse', ...bounds } as const;
      const load = () => import('./safe-fetch.ts').then(({ createSafeFetch }) => createSafeFetch(options));
      let loaded: ReturnType<typeof load> | null = null;
      return async (input, init) => {
        loaded ??= load();
        return (await loaded)(input, init);
      };
    },
    /** The reason not to send to an address; null if allowed. */
    async addressProblem(url: string): Promise<AddressProblem | null> {
      const { createAddressCheck } = await import('./safe-fetch.ts');
      return createAddressCheck({ allow })(url);
    },
  };
}

export function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
