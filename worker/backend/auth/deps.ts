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

/** What every part of sign-in works with. */
export type AuthParts = {
  readonly config: Pick<Config, 'projectId' | 'auth'>
  readonly db: D1Database
  readonly clock: Clock
  readonly mail: Mailer
  readonly access: AccessTokens
  readonly guard: Guard
  readonly ceilings: Pick<Ceilings, 'require'>
  readonly known: KnownDevices
  readonly oneTime: OneTimeTokens
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly users: Users
}

/** What of the product belongs to accounts. */
export type AccountHoldings = {
  /** Statements that take it away with its account, in the same transaction. Each `path` they return is a file to be removed afterwards. */
  removal(userId: string): readonly D1PreparedStatement[]
  /** The statement that takes it from accounts that are handed over. @param accounts SQL for their ids, with `?1` @param value what `?1` stands for */
  release(accounts: string, value: string): D1PreparedStatement
  /** All of it, as its owner is given it, the oldest first. */
  list(userId: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Removes what a person owns beside the account and its cards. Whatever cannot be removed is logged. */
export type ForgetPerson = (userId: string) => Promise<void>

/** Where a request comes from, and what of its work may be done after the answer. */
export type From = {
  /** The network, as `Visitor.address` names it. */
  readonly network: string
  /** The visitor of a browser with our cookie; null without one. */
  readonly browser: string | null
  /** This site's own origin. */
  readonly origin: string
  later(work: Promise<unknown>): void
}

/** What a sign-in answers. */
export type Signed = Tokens & { readonly user: User }
