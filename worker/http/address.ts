/**
 * The address a request came from, cut to what one household holds: IPv4 whole, IPv6 to its /56. A provider that gives
 * each phone a /64 has 256 of them in one: what a network may do is enough for 300 people.
 */
export const addressOf = (headers: Headers): string => cutAddress(headers, 56)

/** The same, cut to what one customer of a provider may hold: IPv6 to its /48, which has 256 times /56. */
export const siteAddressOf = (headers: Headers): string => cutAddress(headers, 48)

/** IPv4 as a socket for both kinds of addresses writes it (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(?=\d+\.)/i

function cutAddress(headers: Headers, bits: number): string {
  // The first groups of all mapped addresses are zeros: they would be one network.
  const address = (headers.get('cf-connecting-ip') ?? '127.0.0.1').replace(MAPPED, '')
  return address.includes(':') ? networkOf(address, bits) : address
}

const GROUP_BITS = 16

/** The first bits of an IPv6 address, written out in groups; those of the last group that do not count are zeros. */
function networkOf(address: string, bits: number): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, Math.ceil(bits / GROUP_BITS))
    .map((group, i) => {
      const ignored = Math.max(0, (i + 1) * GROUP_BITS - bits)
      return ((Number.parseInt(group, 16) >> ignored) << ignored).toString(16)
    })
    .join(':')
}

/**
 * A browser's name without its version: enough to tell two people behind one address apart, too little to track one.
 */
export function browserFamilyOf(headers: Headers): string {
  const agent = headers.get('user-agent') ?? ''
  return ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? 'other'
}
