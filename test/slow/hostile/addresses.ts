/** SSRF targets: this machine, its network, cloud metadata services, and invalid addresses. */
const INNER = `127.0.0.1 127.8.9.10 10.0.0.1 192.168.1.1 172.16.0.1 172.31.255.254 169.254.169.254 169.254.170.2
  100.100.100.200 0.0.0.0 168.63.129.16 192.0.0.192 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255`.split(/\s+/)

const INNER_V6 = `::1 :: ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1::
  2001:0:7f00:1::1 fe80::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:db8::1 4000::1 5f00::1`.split(/\s+/)

const INNER_NAMES = `localhost LOCALHOST. a.localhost localhost.localdomain printer.local metadata.google.internal
  metadata metadata.google.internal. router.lan nas.home db.corp intranet wpad.intranet x.private hidden.onion
  1.0.0.127.in-addr.arpa a.invalid a.test a.alt`.split(/\s+/)

const OTHER_SCHEMES =
  `file:///etc/passwd ftp://a.example/ gopher://a.example:6379/_INFO dict://a.example:11211/ ldap://a.example/
  ws://a.example/ wss://a.example/ data:text/html,x javascript:alert(1) blob:https://a.example/1 about:blank
  jar:http://a.example!/ view-source:http://a.example/ mailto:a@b.example unix:/run/docker.sock
  netdoc:///etc/passwd chrome://version filesystem:http://a.example/temporary/x`.split(/\s+/)

const BROKEN = [
  '',
  '//',
  'http:',
  'http://',
  'https:///',
  'http://[',
  'http://[::1',
  'http://a b.example/',
  'a.example',
]
  .concat(['http://%00.example/', 'http://.', 'http://..', 'http://256.256.256.256/', 'http://1.2.3.4.5/'])
  .concat([
    `http://${'a'.repeat(5000)}.example/`,
    'http://a.example:99999/',
    'http://a.example:22/',
    'https://a.example:25/',
  ])

const parts = (address: string) => address.split('.').map(Number)
const number = (address: string) => parts(address).reduce((sum, part) => sum * 256 + part, 0)
const hex = (value: number) => `0x${value.toString(16)}`
const octal = (value: number) => `0${value.toString(8)}`

/** One IP address in every format that some parser accepts. */
const spellings = (address: string): string[] => {
  const [a, b, c, d] = parts(address) as [number, number, number, number]
  return [
    address,
    `${address}.`,
    `${address}:8080`,
    String(number(address)),
    hex(number(address)),
    octal(number(address)),
    parts(address).map(hex).join('.'),
    parts(address).map(octal).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    parts(address)
      .map((part) => String(part).padStart(3, '0'))
      .join('.'),
    address.replaceAll('.', '。'),
    address.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    address.replaceAll(/\d/g, (digit) => `%3${digit}`),
    `a.example@${address}`,
    `a.example:b@${address}`,
    `a.example%40${address}`,
    `a.example\\@${address}`,
    `${address}\\.a.example`,
    address.replace('.', '\t.'),
  ]
}

/** URLs that must never be requested. */
export const hostileUrls: readonly string[] = [
  ...INNER.flatMap(spellings).map((host, i) => `${['http', 'https', 'HTTP'][i % 3]}://${host}/latest/meta-data?x=1`),
  ...INNER_V6.map((address) => `http://[${address}]/`),
  ...INNER_V6.map((address) => `https://[${address.toUpperCase()}]:8443/`),
  ...INNER_NAMES.map((name) => `http://${name}/`),
  ...INNER.slice(0, 4).flatMap((host) => [`http:${host}/`, `http:/${host}/`, `http:///${host}/`, `http:\\\\${host}\\`]),
  ...['8.8.8.8', '1.1.1.1'].flatMap((host) => spellings(host).slice(3, 12)).map((host) => `http://${host}/`),
  ...OTHER_SCHEMES,
  ...BROKEN,
]

/** Lists of IP addresses that a hostile host name may resolve to. */
export const HOSTILE_RESOLUTIONS: readonly (readonly string[])[] = [
  ...[...INNER, ...INNER_V6].map((address) => [address]),
  ...[...INNER, ...INNER_V6].map((address) => ['93.184.216.34', address]),
  [],
  ['not an address'],
  ['0x7f.1'],
  ['fe80::1%eth0'],
]
