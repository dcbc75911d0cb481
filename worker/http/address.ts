/**
 * Returns the client's address, truncated to one household: all of an IPv4 address, the /56 of an IPv6 one. A mobile
 * carrier may put 256 phones with a /64 each into a /56, so limits per network allow for 300 people.
 */
export const getClientAddress = (headers: Headers): string => cutAddress(headers, 56)

/** Returns the client's address, truncated to what one ISP customer may get: IPv6 to its /48, which has 256 /56s. */
export const getSiteAddress = (headers: Headers): string => cutAddress(headers, 48)

/** Prefix of an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(?=\d+\.)/i

function cutAddress(headers: Headers, bits: number): string {
  // Mapped addresses all start with zeros, so truncating them would put all of IPv4 into one network.
  const address = (headers.get('cf-connecting-ip') ?? '127.0.0.1').replace(MAPPED, '')
  return address.includes(':') ? toNetwork(address, bits) : address
}

const GROUP_BITS = 16

/** Expands an IPv6 address and keeps its first `bits` bits. The remaining bits of the last group are zero. */
function toNetwork(address: string, bits: number): string {
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
 * Returns the browser's name without its version. It tells two people behind one address apart, but cannot track one.
 */
export function getBrowserFamily(headers: Headers): string {
  const agent = headers.get('user-agent') ?? ''
  return ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? 'other'
}
