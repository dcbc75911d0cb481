import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuthApp, createAuthApp } from '../../support/auth.ts'
import { freshDatabase } from '../../support/env.ts'
import { createIdentityService, type IdentityService } from '../../support/identity-service.ts'

const SETTINGS = {
  OIDC_CLIENT_ID: 'own-client',
  OIDC_CLIENT_SECRET: 's',
  OIDC_DISCOVERY_URL: 'https://identity.example/.well-known/openid-configuration',
}
const VERIFIED = { email: 'ann@example.com', email_verified: true, name: 'Ann' }

let app: AuthApp
let service: IdentityService
beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp(SETTINGS)
  service = await createIdentityService(() => app.clock.now)
})
afterEach(() => vi.restoreAllMocks())

async function startSignIn() {
  const query = new URLSearchParams({ provider: 'oidc', project_id: 'fantasy-cards', state: 'abc' })
  const begun = await app.send(`/auth?${query.toString()}`)
  return { location: begun.headers.get('location')!, cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! }
}
const sendCallback = (params: URLSearchParams, cookie: string) =>
  app.send(`/auth/callback/oidc?${params.toString()}`, { headers: { cookie } })
const getParams = (response: Response) => new URL(response.headers.get('location')!).searchParams

describe('an identity token', () => {
  it.each([
    ['issued 61 seconds in the future', 61],
    ['issued an hour in the future', 4000],
    ['issued before the sign-in could have started', -661],
  ])('rejects an identity token that was %s', async (_, seconds) => {
    const now = Math.floor(app.clock.now / 1000)
    service.willSay({ claims: { ...VERIFIED, iat: now + seconds, exp: now + 8000 } })
    const { location, cookie } = await startSignIn()
    const outcome = getParams(await sendCallback(service.agree(location), cookie))
    expect([outcome.get('error'), outcome.get('access_token')]).toEqual(['VERIFICATION_FAILED', null])
  })

  it.each([60, 0, -600])('accepts an identity token issued %i seconds from now', async (seconds) => {
    const now = Math.floor(app.clock.now / 1000)
    service.willSay({ claims: { ...VERIFIED, iat: now + seconds, exp: now + 8000 } })
    const { location, cookie } = await startSignIn()
    expect(getParams(await sendCallback(service.agree(location), cookie)).get('access_token')).not.toBeNull()
  })
})

describe('the sign-in cookie', () => {
  it('accepts the sign-in cookie once, regardless of the code and of concurrent requests', async () => {
    service.willSay({ claims: VERIFIED })
    const { location, cookie } = await startSignIn()
    const [one, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => sendCallback(service.agree(location), cookie)),
    ).then((responses) => responses.toSorted((a, b) => a.status - b.status))
    expect([one!.status, others.map(({ status }) => status)]).toEqual([303, [408, 408, 408]])
    expect((await sendCallback(service.agree(location), cookie)).status).toBe(408)
  })

  it('uses up the sign-in cookie when the service denies the sign-in', async () => {
    service.willSay({ claims: VERIFIED })
    const { location, cookie } = await startSignIn()
    const { searchParams } = new URL(location)
    const denied = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state')! })
    expect(getParams(await sendCallback(denied, cookie)).get('error')).toBe('POPUP_CANCELED')
    expect((await sendCallback(service.agree(location), cookie)).status).toBe(408)
  })

  it('keeps a concurrent sign-in of the same browser when one is used up', async () => {
    service.willSay({ claims: VERIFIED })
    const [first, second] = [await startSignIn(), await startSignIn()]
    for (const { location, cookie } of [first, second])
      expect((await sendCallback(service.agree(location), cookie)).status).toBe(303)
  })
})
