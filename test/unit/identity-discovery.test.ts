import { afterEach, expect, test, vi } from 'vitest'
import { discover } from '#worker/backend/auth/social/discovery.ts'
import { offendersOf } from '../support/offenders.ts'

const ISSUER = 'https://identity.example/club'
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  userinfo_endpoint: `${ISSUER}/me`,
}

/** A service that says this of itself. @returns where it was asked */
function saying(answer: unknown, status = 200): string[] {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    asked.push(`${String(url)} ${init?.redirect}`)
    return Response.json(answer, { status })
  })
  return asked
}

afterEach(() => vi.restoreAllMocks())

test.each([ISSUER, `${ISSUER}/`, `${ISSUER}/.well-known/openid-configuration`])(
  'a service is asked for its doors by %s, and nowhere else',
  async (address) => {
    const asked = saying(METADATA)
    expect(await discover(address)).toEqual({
      issuer: ISSUER,
      authorizeUrl: METADATA.authorization_endpoint,
      tokenUrl: METADATA.token_endpoint,
      keysUrl: METADATA.jwks_uri,
      userInfoUrl: METADATA.userinfo_endpoint,
    })
    expect(asked).toEqual([`${ISSUER}/.well-known/openid-configuration manual`])
  },
)

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const
const UNSAFE = [
  'http://identity.example/x',
  'javascript:alert(1)',
  'data:,x',
  'ftp://identity.example/x',
  '/x',
  7,
  null,
]

test('a service that names an unsafe address or another issuer is not trusted', async () => {
  const offenders = await offendersOf(
    [
      ...ENDPOINTS.flatMap((name) => UNSAFE.map((value) => [name, value] as const)),
      ...[
        'https://identity.example',
        'https://evil.example/club',
        'http://identity.example/club',
        '',
        7,
        undefined,
      ].map((value) => ['issuer', value] as const),
    ],
    JSON.stringify,
    async ([name, value]) => {
      saying({ ...METADATA, [name]: value })
      await expect(discover(ISSUER)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    },
  )
  expect(offenders).toEqual([])
})

test('an answer that holds no metadata is refused', async () => {
  const offenders = await offendersOf(
    [
      [302, METADATA],
      [404, METADATA],
      [500, METADATA],
      [200, null],
      [200, []],
      [200, 'x'],
    ],
    JSON.stringify,
    async ([status, answer]) => {
      saying(answer, status)
      await expect(discover(ISSUER)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    },
  )
  expect(offenders).toEqual([])
})

test('a service on a developer’s own machine may speak plain HTTP', async () => {
  const local = JSON.parse(JSON.stringify(METADATA).replaceAll(ISSUER, 'http://127.0.0.1:9')) as unknown
  saying(local)
  expect(await discover('http://127.0.0.1:9')).toMatchObject({ tokenUrl: 'http://127.0.0.1:9/token' })
})
