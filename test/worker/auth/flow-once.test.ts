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

async function begin() {
  const query = new URLSearchParams({ provider: 'oidc', project_id: 'fantasy-cards', state: 'abc' })
  const begun = await app.send(`/auth?${query.toString()}`)
  return { location: begun.headers.get('location')!, cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! }
}
const comeBack = (said: URLSearchParams, cookie: string) =>
  app.send(`/auth/callback/oidc?${said.toString()}`, { headers: { cookie } })
const brought = (answer: Response) => new URL(answer.headers.get('location')!).searchParams

describe('an identity token', () => {
  it.each([
    ['issued in the future', 61],
    ['issued an hour in the future', 4000],
    ['issued before the sign-in may have begun', -661],
  ])('is refused when it was %s', async (_, seconds) => {
    const now = Math.floor(app.clock.now / 1000)
    service.willSay({ claims: { ...VERIFIED, iat: now + seconds, exp: now + 8000 } })
    const { location, cookie } = await begin()
    const told = brought(await comeBack(service.agree(location), cookie))
    expect([told.get('error'), told.get('access_token')]).toEqual(['VERIFICATION_FAILED', null])
  })

  it.each([60, 0, -600])('is taken when it was issued %i seconds from now', async (seconds) => {
    const now = Math.floor(app.clock.now / 1000)
    service.willSay({ claims: { ...VERIFIED, iat: now + seconds, exp: now + 8000 } })
    const { location, cookie } = await begin()
    expect(brought(await comeBack(service.agree(location), cookie)).get('access_token')).not.toBeNull()
  })
})

describe('the cookie of a sign-in at another service', () => {
  it('is good once, also with another code and however many come at once', async () => {
    service.willSay({ claims: VERIFIED })
    const { location, cookie } = await begin()
    const [one, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => comeBack(service.agree(location), cookie)),
    ).then((answers) => answers.toSorted((a, b) => a.status - b.status))
    expect([one!.status, others.map(({ status }) => status)]).toEqual([303, [408, 408, 408]])
    expect((await comeBack(service.agree(location), cookie)).status).toBe(408)
  })

  it('is used up by a refusal of the service too', async () => {
    service.willSay({ claims: VERIFIED })
    const { location, cookie } = await begin()
    const { searchParams } = new URL(location)
    const denied = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state')! })
    expect(brought(await comeBack(denied, cookie)).get('error')).toBe('POPUP_CANCELED')
    expect((await comeBack(service.agree(location), cookie)).status).toBe(408)
  })

  it('leaves another sign-in of the same browser alone', async () => {
    service.willSay({ claims: VERIFIED })
    const [first, second] = [await begin(), await begin()]
    for (const { location, cookie } of [first, second])
      expect((await comeBack(service.agree(location), cookie)).status).toBe(303)
  })
})
