import fc from 'fast-check'
import { SignJWT } from 'jose'
import { runs } from './hostile-requests.ts'

const encoder = new TextEncoder()
const base64Url = (value: unknown) =>
  btoa(typeof value === 'string' ? value : JSON.stringify(value))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type Claims = Record<string, unknown>
type Header = Record<string, unknown>

/** Signs claims, which may be invalid, with a key. */
const signToken = async (key: Uint8Array, claims: Claims, header: Header = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key)

/** Signs a header and claims by hand, because a JWT library may refuse invalid ones. */
async function forgeToken(key: Uint8Array, claims: Claims | string, header: Header | string): Promise<string> {
  const text = `${base64Url(header)}.${base64Url(claims)}`
  const hmac = await crypto.subtle.importKey(
    'raw',
    key as Uint8Array<ArrayBuffer>,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, encoder.encode(text)))
  return `${text}.${base64Url(String.fromCharCode(...mac))}`
}

/** @param good a valid token with `claims` */
export async function hostileTokens(
  good: string,
  key: Uint8Array,
  claims: Claims,
  publicJwk: Claims,
): Promise<string[]> {
  const [header = '', payload = '', signature = ''] = good.split('.')
  const own = { alg: 'HS256', typ: 'at+jwt' }
  const now = Number(claims['iat'])

  const algorithms = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS1',
    'HS384',
    'HS512',
    'RS256',
    'RS512',
    'PS256',
    'ES256',
    'ES256K',
    'EdDSA',
    'dir',
    'A256GCM',
    'hs256',
    ' HS256',
    'HS256 ',
    null,
    256,
    true,
    ['HS256'],
    { alg: 'HS256' },
  ]
  const unsigned = algorithms.flatMap((alg) => {
    const head = base64Url({ ...own, alg })
    return [`${head}.${payload}.`, `${head}.${payload}.${signature}`, `${head}.${payload}`]
  })
  const resigned = await Promise.all(algorithms.map((alg) => forgeToken(key, claims, { ...own, alg })))

  const keyIds = [
    '../../../../dev/null',
    '/etc/passwd',
    'k1',
    "' or 1=1 --",
    'http://evil.example/keys',
    '\u0000',
    'a'.repeat(5000),
  ]
  const heads: Header[] = [
    ...keyIds.map((kid) => ({ kid })),
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example/cert' },
    { x5c: ['MIIB'] },
    { jwk: publicJwk },
    { crit: ['exp'] },
    { crit: ['b64'], b64: false },
    { b64: false },
    { cty: 'JWT' },
    { zip: 'DEF' },
    { typ: 'JWT' },
    { typ: 'dpop+jwt' },
    { typ: undefined },
    { typ: null },
    { enc: 'A256GCM' },
  ]
  const headed = await Promise.all(heads.map((head) => forgeToken(key, claims, { ...own, ...head })))

  const wrong: Claims = {
    iss: [
      '',
      'fantasy-cards',
      'other/auth',
      'fantasy-cards/auth/',
      'FANTASY-CARDS/auth',
      'https://cards.example',
      null,
      undefined,
      7,
      ['fantasy-cards/auth'],
      {},
    ],
    aud: [
      '',
      'other',
      'fantasy-cards-2',
      'Fantasy-Cards',
      null,
      undefined,
      7,
      ['fantasy-cards', 'other'],
      ['other'],
      ['fantasy-cards'],
      [],
      {},
    ],
    sub: [
      '',
      'admin',
      'x',
      'f'.repeat(31),
      'F'.repeat(32),
      `${'f'.repeat(32)}\n`,
      `${'f'.repeat(32)} or 1=1`,
      null,
      undefined,
      7,
      {},
      ['f'.repeat(32)],
    ],
    sid: ['', 'x', "' or '1'='1", null, undefined, 7, true, {}, []],
    typ: ['', 'refresh', 'service', 'Access', null, undefined, 1, ['access']],
    exp: [
      now,
      now - 1,
      0,
      -1,
      '9999999999',
      `${now + 900}`,
      null,
      undefined,
      Number.NaN,
      true,
      {},
      [now + 900],
      '2099-01-01',
    ],
    iat: ['0', null, undefined, now - 901, now + 86_400, 'now', {}, -1],
    nbf: [now + 3600, '0', null, {}],
  }
  const mistaken = await Promise.all(
    Object.entries(wrong).flatMap(([name, values]) =>
      (values as unknown[]).map((value) => forgeToken(key, { ...claims, [name]: value }, own)),
    ),
  )

  const otherKeys = [
    '',
    'secret',
    'token-secret-for-tests-0123456789abcdef',
    'public-fantasy-cards',
    JSON.stringify(publicJwk),
    String(publicJwk['n']),
    '\0'.repeat(32),
  ]
  const elsewhere = await Promise.all(
    otherKeys.map((secret) =>
      secret === ''
        ? forgeToken(encoder.encode('x'), claims, own)
        : signToken(encoder.encode(secret.padEnd(32, '0')), claims),
    ),
  )

  const flipped = Array.from({ length: 40 }, (_, i) => {
    const at = Math.floor(((i + 1) * (good.length - 2)) / 41)
    const replaced = good[at] === 'A' ? 'B' : good[at] === '.' ? '-' : 'A'
    return good.slice(0, at) + replaced + good.slice(at + 1)
  })
  const bodies = ['', 'null', '[]', '"x"', '7', '{', '{"sub":', '{"__proto__":{"sub":"x"}}']
  const shapes = [
    ...(await Promise.all(bodies.map((body) => forgeToken(key, body, own)))),
    ...(await Promise.all(bodies.map((body) => forgeToken(key, claims, body)))),
    `${header}.${payload}`,
    `${header}..${signature}`,
    `.${payload}.${signature}`,
    `${payload}.${header}.${signature}`,
    `${good}.`,
    `.${good}`,
    `${good}.${signature}`,
    `${good}.x.y`,
    `${good}=`,
    `${good}==`,
    `${good}%00`,
    `${good},${good}`,
    `${header}.${payload}.${signature.toUpperCase()}`,
    `${header}.${payload}.${signature.slice(0, -4)}`,
    `${header}.${payload}.${signature}AAAA`,
    'a.b.c',
    '...',
    '..',
    'null.null.null',
    'eyJ.eyJ.',
    'x'.repeat(10_000),
    `${header}.${'A'.repeat(20_000)}.${signature}`,
  ]
  return [
    ...unsigned,
    ...resigned.filter((_, i) => algorithms[i] !== 'HS256'),
    ...headed,
    ...mistaken,
    ...elsewhere,
    ...flipped,
    ...shapes,
  ]
}

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'admin', 0, -1, 1.5, 2 ** 53, [], {}),
  fc.string({ maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Claims that a valid token needs, each replaced by an invalid value. */
const NEEDED = ['iss', 'aud', 'sub', 'sid', 'typ', 'exp', 'iat'] as const
/** Claims in which a number may be valid. */
const TIMES: ReadonlySet<string> = new Set(['exp', 'iat'])

/** Returns random tokens that have one invalid claim, changed bytes or moved dots. */
export async function randomTokens(good: string, key: Uint8Array, claims: Claims, count: number): Promise<string[]> {
  const claim = fc
    .tuple(fc.constantFrom(...NEEDED), anything)
    .filter(([name, value]) => value !== claims[name] && !(TIMES.has(name) && typeof value === 'number'))
    .map(([name, value]) => ({ claims: { ...claims, [name]: value } }))
  const cut = fc
    .tuple(fc.nat(good.length - 2), fc.string({ unit: fc.constantFrom(...'.-_=AZaz09%+/'), maxLength: 4 }))
    .map(([at, text]) => ({ token: good.slice(0, at) + text + good.slice(at + 1) }))
    // The last character of each base64url part contains unused bits.
    .filter(({ token }) => token.slice(0, good.lastIndexOf('.')) !== good.slice(0, good.lastIndexOf('.')))
  const storedTokens = fc.uniqueArray(fc.oneof(claim, cut), { minLength: count, maxLength: count })
  const [drawn = []] = fc.sample(storedTokens, runs(1))
  return Promise.all(
    drawn.map((one) => ('token' in one ? one.token : forgeToken(key, one.claims, { alg: 'HS256', typ: 'at+jwt' }))),
  )
}
