import { isIPv6 } from 'node:net';

/**
 * The client of a request, for limits: the address of the connection or, if that is a configured proxy, the last
 * address that no such proxy has added. Addresses of one IPv6 network count as one.
 */
export function clientAddressOf(connection: string, forwardedFor: string | null, proxies: readonly string[]): string {
  const way = [...(forwardedFor ?? '').split(','), connection].map(plainAddress).filter(Boolean);
  const client = way.findLast((address) => !proxies.includes(address)) ?? plainAddress(connection);
  return proxies.includes(plainAddress(connection)) ? networkOf(client) : networkOf(plainAddress(connection));
}

/** Without the prefix that an IPv4 address has on a socket for both kinds. */
export function plainAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '');
}

/** A home or a machine can choose the last 64 bits of its IPv6 address. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...gap, ...last].slice(0, 4).join(':');
}
