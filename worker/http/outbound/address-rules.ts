import ipaddr from 'ipaddr.js'

/** Public by its range, and yet where a cloud's own agent answers: 168.63.129.16 on one of them. */
const AGENTS = new Set(['168.63.129.16'])
/** All that is given out of IPv6: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for a public address of the internet. False for loopback, private, link-local (where clouds
 * keep their metadata), shared, reserved and multicast ones, for IPv4 within IPv6 in any of its forms, and for what is
 * no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || AGENTS.has(address.toString())) return false
  return address instanceof ipaddr.IPv6 ? address.match(GLOBAL_IPV6) : true
}

/** True for an address of this very machine, plainly written. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback'
}
