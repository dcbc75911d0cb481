import ipaddr from 'ipaddr.js'

/** Addresses of cloud agents in a public range. 168.63.129.16 is Azure's. */
const AGENTS = new Set(['168.63.129.16'])
/** The allocated global unicast range: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_IPV6 = '2000::/3'

/**
 * Returns true for a public internet address. Returns false for loopback, private, link-local (cloud metadata), shared,
 * reserved and multicast addresses, for every form of IPv4 in IPv6, and for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || AGENTS.has(address.toString())) return false
  return address instanceof ipaddr.IPv6 ? address.match(ipaddr.IPv6.parseCIDR(GLOBAL_IPV6)) : true
}

/** Returns true for a loopback address. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback'
}
