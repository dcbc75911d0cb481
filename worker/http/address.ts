/** The address a request came from, cut to what one household holds: IPv4 whole, IPv6 to its /64. */
export function addressOf(headers: Headers): string {
  const address = headers.get('cf-connecting-ip') ?? '127.0.0.1'
  return address.includes(':') ? networkOf(address) : address
}

/** The first four groups of an IPv6 address, written out. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** A browser's name without its version: enough to tell two people behind one address apart, too little to track one. */
export function browserFamilyOf(headers: Headers): string {
  const agent = headers.get('user-agent') ?? ''
  return ['Firefox', 'Edg', 'OPR', 'SamsungBrowser', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? 'other'
}
