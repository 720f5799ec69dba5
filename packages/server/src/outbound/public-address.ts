import ipaddr from 'ipaddr.js';

/** Whether an address belongs to the open internet. Addresses that embed another address do not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !isIn(parsed, closedIpv4);
  return isIn(parsed, globalIpv6) && !isIn(parsed, closedIpv6);
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isIn(address: Address, blocks: readonly string[]): boolean {
  return blocks.some((block) => address.match(ipaddr.parseCIDR(block)));
}

/** Unicast for the library, but used by a cloud to reach its machines. */
const closedIpv4 = ['168.63.129.16/32'];
/** All allocated addresses. Excludes embedded IPv4 (`::/96`) and NAT64. */
const globalIpv6 = ['2000::/3'];
/** Teredo and 6to4, which hold an IPv4 address. */
const closedIpv6 = ['2001::/32', '2002::/16'];
