import { isIP, type LookupFunction } from 'node:net';
import { type AddressProblem, addressProblemText } from '@retinue/protocol';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** A request that must not be sent. The message says what to do, for tools and libraries that report no more of an error. */
export class OutboundRefusal extends Error {
  override readonly name = 'OutboundRefusal';
  readonly problem: AddressProblem;

  constructor(problem: AddressProblem) {
    super(addressProblemText(problem));
    this.problem = problem;
  }
}

/** The refusal inside an error of `fetch`. */
export function refusalIn(error: unknown): OutboundRefusal | null {
  if (error instanceof OutboundRefusal) return error;
  return error instanceof Error && error.cause ? refusalIn(error.cause) : null;
}

/** Whether a host and port may be reached at any address: the owner's own servers. */
export type Allow = (host: string, port: number) => boolean;
/** Every address of a name. */
export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>;

export interface Gate {
  allow: Allow;
  lookup: Lookup;
  /** The allowed ports of public hosts. */
  ports: readonly number[];
  /** Makes an allowed connection. */
  connectTo: (addresses: Addresses) => buildConnector.connector;
}

/**
 * Every connection goes through here. The name is resolved once, all its addresses must be public, and the connection is made
 * to one of them. A second lookup could return other addresses.
 */
export function createConnector(gate: Gate): buildConnector.connector {
  return (options, callback) => {
    resolve(options, gate).then(
      (addresses) => gate.connectTo(addresses)(options, callback),
      (error: Error) => callback(error, null),
    );
  };
}

type Addresses = Awaited<ReturnType<Lookup>>;

/** Checks a host and port, by all current addresses of the name. */
export async function resolve(
  options: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>,
  gate: Pick<Gate, 'allow' | 'lookup' | 'ports'>,
): Promise<Addresses> {
  const { lookup, allow } = gate;
  const host = hostIn(options.hostname);
  const port = portIn(options);
  const isAllowed = allow(host, port);
  refusePort(host, port, gate);
  const family = isIP(host);
  const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new OutboundRefusal({ code: 'unknown-host', host });
  if (isAllowed || addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  throw new OutboundRefusal({ code: 'not-public', host, port });
}

export function refusePort(host: string, port: number, { allow, ports }: Pick<Gate, 'allow' | 'ports'>): void {
  if (ports.includes(port) || allow(host, port)) return;
  throw new OutboundRefusal({ code: 'closed-port', host, port, openPorts: [...ports] });
}

/** Without the brackets of IPv6. */
export function hostIn(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export function portIn({ port, protocol }: { port: string; protocol: string }): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

export function connectTo(addresses: Addresses): buildConnector.connector {
  const [first] = addresses;
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
  return buildConnector({ lookup, timeout: connectTimeoutMs });
}

const connectTimeoutMs = 10_000;
