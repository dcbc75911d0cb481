import { createAuthApp, NOW } from '../../support/auth.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import type { IdentityService } from '../../support/identity-service.ts'
import { type AnyPath, aPath } from './write-path.ts'

const PARTNER = 'https://partner.example'
const SETTINGS = { ALLOWED_ORIGINS: PARTNER, GOOGLE_CLIENT_ID: 'google-client', GOOGLE_CLIENT_SECRET: 's' }

export const time = { now: NOW }
export const faults = createFaults(testEnv(), { time })

/** Sign-in at another service, which stands where `fetch` leads. */
export function socialPaths(service: () => IdentityService, apple: Record<string, string>): readonly AnyPath[] {
  const app = createAuthApp({ ...SETTINGS, ...apple }, faults.overrides, faults.env)
  let worlds = 0

  /** Somebody who has agreed there, and is about to come back. */
  async function agreed(provider: string, n = ++worlds) {
    const asked = { provider, project_id: 'fantasy-cards', redirect_url: `${PARTNER}/back`, state: 'abc' }
    const ip = { 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` }
    const email = `ann${n}@example.com`
    service().willSay({ claims: { sub: `person-${n}`, email, email_verified: true, name: 'Ann' } })
    const begun = await app.send(`/auth?${new URLSearchParams(asked).toString()}`, { headers: ip })
    const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
    return { n, email, provider, said: service().agree(begun.headers.get('location')!), headers: { ...ip, cookie } }
  }
  type Agreed = Awaited<ReturnType<typeof agreed>>

  const comeBack = ({ provider, said, headers }: Agreed) =>
    provider === 'apple'
      ? app.send('/auth/callback/apple', {
          method: 'POST',
          body: said,
          headers: { ...headers, origin: 'https://appleid.apple.com' },
        })
      : app.send(`/auth/callback/${provider}?${said.toString()}`, { headers })

  const path = (route: string, provider: string): AnyPath =>
    aPath<Agreed>({
      route,
      what: `signing in by ${provider}`,
      world: async () => {
        time.now += 60_000
        return agreed(provider)
      },
      act: comeBack,
      // What the service has said is good once: whoever comes back with a failure begins anew.
      again: async ({ n }) => comeBack(await agreed(provider, n)),
      isDone: ({ status, code }) => status === 303 && code === null,
      effect: async ({ email }) => {
        const { sessions, ...kept } = (await testEnv()
          .DB.prepare(
            `select (select count(*) from users where email = ?1) as accounts,
               (select count(*) from users where email = ?1 and is_proven = 1) as proven,
               (select count(*) from identities join users on users.id = user_id where email = ?1) as identities,
               (select count(*) from sessions join users on users.id = user_id where email = ?1) as sessions`,
          )
          .bind(email)
          .first<Record<string, number>>())!
        return { ...kept, isSignedIn: sessions! > 0 }
      },
      says: ['VERIFICATION_FAILED', 'AUTH_TIMEOUT'],
    })

  return [path('GET /auth/callback/:provider', 'google'), path('POST /auth/callback/:provider', 'apple')]
}
