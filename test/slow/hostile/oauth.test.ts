import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#shared/time.ts'
import { type AuthApp, createAuthApp, ORIGIN } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createIdentityService, type IdentityService } from '../../support/identity-service.ts'
import { hostileAddresses } from '../../support/hostile-addresses.ts'
import { getNetwork, runs, expectSoundResponse } from '../../support/hostile-requests.ts'

const ATTEMPTS = 60

const PARTNER = 'https://partner.example'
const EVIL = 'https://evil.example'
const CALLBACK = `${ORIGIN}/auth/callback/oidc`

let app: AuthApp
let service: IdentityService
beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp({
    ALLOWED_ORIGINS: PARTNER,
    OIDC_CLIENT_ID: 'own-client',
    OIDC_CLIENT_SECRET: 's',
    OIDC_DISCOVERY_URL: 'https://identity.example/.well-known/openid-configuration',
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 's',
  })
  service = await createIdentityService(() => app.clock.now)
  service.willSay({ claims: { email: 'ann@example.com', email_verified: true } })
})
afterEach(() => vi.restoreAllMocks())

/** A sign-in in progress: the callback parameters and the browser's cookie. */
type Way = { readonly provider: string; readonly params: URLSearchParams; readonly cookie: string }
type Forge = (mine: Way, other: Way) => Way

let networks = 0
async function startSignIn(more = ''): Promise<Way> {
  // One account is limited to thirty sign-ins per quarter of an hour.
  app.clock.now += 5 * MINUTE_MS
  const path = `/auth?provider=oidc&redirect_url=${encodeURIComponent(`${PARTNER}/back`)}&state=mine${more}`
  const begun = await app.send(path, { headers: getNetwork(networks++) })
  const location = begun.headers.get('location')!
  // The provider always redirects to our own callback, regardless of the request.
  expect(new URL(location).searchParams.getAll('redirect_uri')).toEqual([CALLBACK])
  return {
    provider: 'oidc',
    params: service.agree(location),
    cookie: begun.headers.getSetCookie()[0]!.split(';')[0]!,
  }
}

const sendCallback = ({ provider, params, cookie }: Way) =>
  expectSoundResponse(`/auth/callback/${provider}?${params.toString()} with ${cookie}`, () =>
    app.send(`/auth/callback/${encodeURIComponent(provider)}?${params.toString()}`, {
      headers: { cookie, ...getNetwork(networks++) },
    }),
  )

/** Returns true if a response contains tokens. */
const holdsTokens = ({ headers, text }: { headers: Headers; text: string }) =>
  /(?:access|refresh)_token/.test(text + headers.get('location'))

const saying = (way: Way, change: (params: URLSearchParams) => void): Way => {
  const params = new URLSearchParams(way.params)
  change(params)
  return { ...way, params }
}
const odd = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'undefined', '0', '*', '[]', '{}', '%00', '\0', `${EVIL}/`, 'x'.repeat(4000)),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const cut = (text: string, at: number, put: string) => {
  const place = at % text.length
  return text.slice(0, place) + put + text.slice(place + 1)
}
const letter = fc.constantFrom('', 'A', 'b', '_', '-', '.', '=', '~')

/** Each forgery removes something that a valid callback needs. */
const forged = fc.oneof<fc.MaybeWeightedArbitrary<Forge>[]>(
  // state
  odd.map((state) => (mine) => saying(mine, (params) => params.set('state', state))),
  fc.tuple(fc.nat(), letter).map(
    ([at, put]) =>
      (mine) =>
        saying(mine, (params) => {
          const state = params.get('state')!
          const next = cut(state, at, put)
          params.set('state', next === state ? `${state}x` : next)
        }),
  ),
  fc.constantFrom<Forge>(
    (mine) => saying(mine, (params) => params.delete('state')),
    (mine, other) => saying(mine, (params) => params.set('state', other.params.get('state')!)),
    (mine) => saying(mine, (params) => params.set('state', 'mine')),
    // Some programs use the first of two parameters, others the last.
    (mine, other) =>
      saying(mine, (params) => {
        const own = params.get('state')!
        params.set('state', other.params.get('state')!)
        params.append('state', own)
      }),
  ),
  // cookie
  odd.map((value) => (mine) => ({ ...mine, cookie: `${mine.cookie.split('=')[0]}=${encodeURIComponent(value)}` })),
  fc.tuple(fc.nat(), letter).map(([at, put]) => (mine) => {
    const [name = '', ...rest] = mine.cookie.split('=')
    const sealed = rest.join('=')
    // The last character of each base64url part has unused bits.
    const next = cut(sealed, at % (sealed.length - 60), put)
    return { ...mine, cookie: `${name}=${next === sealed ? `x${sealed}` : next}` }
  }),
  fc.constantFrom<Forge>(
    (mine) => ({ ...mine, cookie: '' }),
    (mine, other) => ({ ...mine, cookie: other.cookie }),
    (mine, other) => ({ ...mine, cookie: `${mine.cookie.split('=')[0]}=${other.cookie.split('=')[1]}` }),
  ),
  // code
  odd.map((code) => (mine) => saying(mine, (params) => params.set('code', code))),
  fc.constantFrom<Forge>(
    (mine) => saying(mine, (params) => params.delete('code')),
    (mine) => saying(mine, (params) => params.append('code', params.get('code')!)),
    // The code of another sign-in, in this browser.
    (mine, other) => saying(mine, (params) => params.set('code', other.params.get('code')!)),
    (mine) => saying(mine, (params) => params.set('error', 'access_denied')),
  ),
  odd.map((error) => (mine) => saying(mine, (params) => params.set('error', error))),
  // The provider
  fc
    .oneof(fc.constantFrom('github', 'google', 'OIDC', 'oidc2', '__proto__', 'constructor', '..', 'oidc/'), odd)
    .filter((provider) => provider !== 'oidc' && provider !== '')
    .map((provider) => (mine) => ({ ...mine, provider })),
)

it('returns no tokens for a forged callback, and redirects only to the page that started it', async () => {
  const refused = { pages: 0, received: 0 }
  let n = 0
  await fc.assert(
    fc.asyncProperty(forged, async (forge) => {
      const [mine, other] = [await startSignIn(), await startSignIn()]
      const way = forge(mine, other)
      const response = await sendCallback(way)
      const location = response.headers.get('location')
      const what = [n++, way.provider, way.params.toString(), way.cookie, response.status]
      expect([...what, holdsTokens(response)]).toEqual([...what, false])
      if (location === null) {
        expect(response.status, String(what)).toBeGreaterThanOrEqual(400)
        refused.pages++
      } else {
        const { origin, pathname, searchParams } = new URL(location)
        expect([origin + pathname, searchParams.get('state')]).toEqual([`${PARTNER}/back`, 'mine'])
        expect(searchParams.get('error')).toMatch(/^(?:VERIFICATION_FAILED|POPUP_CANCELED)$/)
        refused.received++
      }
    }),
    runs(ATTEMPTS),
  )
  expect(n).toBe(ATTEMPTS)
  for (const count of Object.values(refused)) expect(count).toBeGreaterThan(ATTEMPTS / 10)
  expect((await testEnv().DB.prepare('select email from users').all()).results).toEqual([])
  expect(holdsTokens(await sendCallback(await startSignIn()))).toBe(true)
})

it('accepts a callback once, however it is repeated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('again', 'other cookie', 'other code', 'later'), { minLength: 1, maxLength: 4 }),
      async (repeats) => {
        const [mine, other] = [await startSignIn(), await startSignIn()]
        expect(holdsTokens(await sendCallback(mine))).toBe(true)
        for (const how of repeats) {
          if (how === 'later') app.clock.now += 12 * MINUTE_MS
          const next = {
            again: mine,
            later: mine,
            'other cookie': { ...mine, cookie: other.cookie },
            'other code': saying(other, (params) => params.set('code', mine.params.get('code')!)),
          }[how]!
          expect([how, holdsTokens(await sendCallback(next))]).toEqual([how, false])
        }
      },
    ),
    runs(10),
  )
  // All these sign-ins belong to one person with one account.
  expect((await testEnv().DB.prepare('select email from users').all()).results).toEqual([{ email: 'ann@example.com' }])
})

it('ignores every other URL in a request', async () => {
  const addresses = hostileAddresses(PARTNER)
  const names = ['redirect_uri', 'redirect', 'return_to', 'next', 'callback', 'client_id', 'code_challenge', 'nonce']
  const some = fc.tuple(fc.constantFrom(...addresses), fc.constantFrom(...names))
  await fc.assert(
    fc.asyncProperty(some, async ([address, name]) => {
      const more = `&${name}=${encodeURIComponent(address)}`
      const way = await startSignIn(more)
      const back = await sendCallback(saying(way, (params) => params.append(name, address)))
      const { origin, pathname } = new URL(back.headers.get('location')!)
      expect([more, origin + pathname, holdsTokens(back)]).toEqual([more, `${PARTNER}/back`, true])
    }),
    runs(20),
  )
})
