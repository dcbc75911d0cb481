import type { Config } from '#worker/config.ts'
import type { Clock } from '#worker/env.ts'
import type { Ceilings } from '#worker/limits/ceilings.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import type { AccessTokens } from './access-token.ts'
import type { Guard } from './guard.ts'
import type { KnownDevices } from './known-devices.ts'
import type { OneTimeTokens } from './one-time.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions, Tokens } from './sessions.ts'
import type { User } from './user.ts'
import type { Users } from './users.ts'

/** The dependencies shared by the auth services. */
export type AuthParts = {
  readonly config: Pick<Config, 'projectId' | 'auth'>
  readonly db: D1Database
  readonly clock: Clock
  readonly mail: Mailer
  readonly access: AccessTokens
  readonly guard: Guard
  readonly ceilings: Pick<Ceilings, 'reserve' | 'hold'>
  readonly known: KnownDevices
  readonly oneTime: OneTimeTokens
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly users: Users
}

/** The response to a sign-in. */
export type SignInResult = Tokens & { readonly user: User }
