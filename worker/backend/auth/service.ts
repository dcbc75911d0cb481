import type { Config } from '#worker/config.ts'
import type { Clock } from '#worker/env.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import { createAccessTokens } from './access-token.ts'
import { createAccounts } from './accounts.ts'
import type { AuthParts } from './deps.ts'
import type { AccountHoldings, ForgetPerson } from './user.ts'
import { createGuard, type GuardDeps } from './guard.ts'
import { createKnownDevices } from './known-devices.ts'
import { createManageAccount } from './manage-account.ts'
import { createMailLinks } from './mail-links.ts'
import { createOneTimeTokens } from './one-time.ts'
import { createOwnAccount } from './own-account.ts'
import { createPasswords, type DeriveKey } from './passwords.ts'
import { createRedeem } from './redeem.ts'
import { createSessions } from './sessions.ts'
import { createFlows } from './social/flow.ts'
import { createSocial } from './social/service.ts'
import { createUsers } from './users.ts'

export type AuthDeps = {
  readonly config: Config
  readonly db: D1Database
  readonly clock: Clock
  readonly mail: Mailer
  readonly buckets: GuardDeps['buckets']
  readonly ceilings: AuthParts['ceilings']
  readonly removeFiles: (paths: readonly string[]) => Promise<void>
  /** Removes what a person owns beside the account and its cards. */
  readonly forget: ForgetPerson
  readonly holdings: AccountHoldings
  readonly derive?: DeriveKey | undefined
}

export type AuthService = ReturnType<typeof createAuthService>

/** Identity: accounts, sessions, links by mail. */
export function createAuthService({
  config,
  db,
  clock,
  mail,
  buckets,
  ceilings,
  removeFiles,
  forget,
  holdings,
  derive,
}: AuthDeps) {
  const {
    tokenSecret,
    projectId,
    accepted: { tokenSecrets },
  } = config
  const access = createAccessTokens({ tokenSecrets, projectId, clock })
  const known = createKnownDevices({ db, clock, tokenSecrets })
  const parts: AuthParts = {
    config,
    db,
    clock,
    mail,
    access,
    ceilings,
    guard: createGuard({ buckets, tokenSecret, known, ceilings }),
    known,
    oneTime: createOneTimeTokens({ db, clock }),
    passwords: createPasswords(derive),
    sessions: createSessions({ db, clock, access, tokenSecrets }),
    users: createUsers({ db, clock, forget, holdings }),
  }
  const links = createMailLinks(parts)
  const accounts = createAccounts(parts, links.sendVerification)
  const own = createOwnAccount(parts, { removeFiles, forget, holdings, tellChanged: links.tellChanged })
  return {
    /** The user of an access token, by the token alone. @throws AppError `TOKEN_EXPIRED` */
    readAccess: access.read,
    guard: parts.guard,
    /** True if an account is there, its address confirmed and this sign-in of it not over. */
    isConfirmed: async (userId: string, sessionId: string | null): Promise<boolean> =>
      sessionId !== null && (await parts.sessions.userOf(sessionId, userId))?.email_verified === 1,
    accounts,
    links,
    flows: createFlows({ db, tokenSecrets, clock }),
    social: createSocial(parts, (row) => accounts.signedIn(row)),
    redeem: createRedeem(parts, { signedIn: accounts.signedIn, tellChanged: links.tellChanged }),
    own,
    manage: createManageAccount(parts, { own, holdings }),
  }
}
