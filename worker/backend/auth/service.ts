import type { Config } from '#worker/config.ts'
import type { Clock } from '#worker/env.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import { createAccessTokens } from './access-token.ts'
import { createAccounts } from './accounts.ts'
import type { AuthParts } from './deps.ts'
import { type Attempts, createGuard } from './guard.ts'
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
  readonly attempts: Attempts
  readonly removeFiles: (paths: readonly string[]) => Promise<void>
  readonly derive?: DeriveKey | undefined
}

export type AuthService = ReturnType<typeof createAuthService>

/** Identity: accounts, sessions, links by mail. */
export function createAuthService({ config, db, clock, mail, attempts, removeFiles, derive }: AuthDeps) {
  const { tokenSecret, projectId } = config
  const access = createAccessTokens({ tokenSecret, projectId, clock })
  const parts: AuthParts = {
    config,
    db,
    clock,
    mail,
    access,
    guard: createGuard({ attempts, tokenSecret }),
    oneTime: createOneTimeTokens({ db, clock }),
    passwords: createPasswords(derive),
    sessions: createSessions({ db, clock, access, tokenSecret }),
    users: createUsers({ db, clock }),
  }
  const links = createMailLinks(parts)
  const accounts = createAccounts(parts, links.sendVerification)
  return {
    /** Whom an access token speaks for, by the token alone. @throws AppError `TOKEN_EXPIRED` */
    readAccess: access.read,
    guard: parts.guard,
    accounts,
    links,
    flows: createFlows({ tokenSecret, clock }),
    social: createSocial(parts, accounts.signedIn),
    redeem: createRedeem(parts, { signedIn: accounts.signedIn, tellChanged: links.tellChanged }),
    own: createOwnAccount(parts, { removeFiles, tellChanged: links.tellChanged }),
  }
}
