/** The address a request came from, cut to what one household holds: IPv4 whole, IPv6 to its /64. */
export const addressOf = (headers: Headers): string => cutAddress(headers, 4)

/** The same, cut to what one customer of a provider may hold: IPv6 to its /48, which has 65,536 times /64. */
export const siteAddressOf = (headers: Headers): string => cutAddress(headers, 3)

function cutAddress(headers: Headers, groups: number): string {
  const address = headers.get('cf-connecting-ip') ?? '127.0.0.1'
  return address.includes(':') ? networkOf(address, groups) : address
}

/** The first groups of an IPv6 address, written out. */
function networkOf(address: string, groups: number): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** A browser's name without its version: enough to tell two people behind one address apart, too little to track one. */
export function browserFamilyOf(headers: Headers): string {
  const agent = headers.get('user-agent') ?? ''
  return ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? 'other'
}
