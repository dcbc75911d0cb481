import { afterEach, expect, test, vi } from 'vitest'
import { discover } from '#worker/backend/auth/social/discovery.ts'
import { findOffenders } from '../support/offenders.ts'

const ISSUER = 'https://identity.example/club'
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  userinfo_endpoint: `${ISSUER}/me`,
}

/** Mocks a provider that returns this metadata. @returns the requested URLs */
function mockProvider(result: unknown, status = 200): string[] {
  const requests: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push(`${String(url)} ${init?.redirect}`)
    return Response.json(result, { status })
  })
  return requests
}

afterEach(() => vi.restoreAllMocks())

test.each([ISSUER, `${ISSUER}/`, `${ISSUER}/.well-known/openid-configuration`])(
  'discovers a provider’s endpoints from %s only',
  async (address) => {
    const requests = mockProvider(METADATA)
    expect(await discover(address)).toEqual({
      issuer: ISSUER,
      authorizeUrl: METADATA.authorization_endpoint,
      tokenUrl: METADATA.token_endpoint,
      keysUrl: METADATA.jwks_uri,
      userInfoUrl: METADATA.userinfo_endpoint,
    })
    expect(requests).toEqual([`${ISSUER}/.well-known/openid-configuration manual`])
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

test('rejects a provider with an unsafe endpoint or another issuer', async () => {
  const offenders = await findOffenders(
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
      mockProvider({ ...METADATA, [name]: value })
      await expect(discover(ISSUER)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    },
  )
  expect(offenders).toEqual([])
})

test('rejects a discovery response without metadata', async () => {
  const offenders = await findOffenders(
    [
      [302, METADATA],
      [404, METADATA],
      [500, METADATA],
      [200, null],
      [200, []],
      [200, 'x'],
    ],
    JSON.stringify,
    async ([status, result]) => {
      mockProvider(result, status)
      await expect(discover(ISSUER)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    },
  )
  expect(offenders).toEqual([])
})

test('allows plain HTTP to a provider on the developer’s own machine', async () => {
  const local = JSON.parse(JSON.stringify(METADATA).replaceAll(ISSUER, 'http://127.0.0.1:9')) as unknown
  mockProvider(local)
  expect(await discover('http://127.0.0.1:9')).toMatchObject({ tokenUrl: 'http://127.0.0.1:9/token' })
})
