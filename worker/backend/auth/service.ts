import type { Config } from '#worker/config.ts'
import type { Clock } from '#worker/env.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import { type Access, AccessTokens } from './access-token.ts'
import { Accounts } from './accounts.ts'
import type { AuthParts } from './deps.ts'
import type { AccountHoldings, ForgetPerson } from './user.ts'
import { Guard, type GuardDeps } from './guard.ts'
import { KnownDevices } from './known-devices.ts'
import { ManageAccount } from './manage-account.ts'
import { MailLinks } from './mail-links.ts'
import { OneTimeTokens } from './one-time.ts'
import { OwnAccount } from './own-account.ts'
import { Passwords, type DeriveKey } from './passwords.ts'
import { Redeem } from './redeem.ts'
import { Sessions } from './sessions.ts'
import { Flows } from './social/flow.ts'
import { Social } from './social/service.ts'
import { Users } from './users.ts'

export type AuthDeps = {
  readonly config: Config
  readonly db: D1Database
  readonly clock: Clock
  readonly mail: Mailer
  readonly buckets: GuardDeps['buckets']
  readonly ceilings: AuthParts['ceilings']
  readonly removeFiles: (paths: readonly string[]) => Promise<void>
  /** Removes the files and rows a person owns, besides the account and its cards. */
  readonly forget: ForgetPerson
  readonly holdings: AccountHoldings
  readonly derive?: DeriveKey | undefined
}

/** Authentication: accounts, sessions, emailed links and sign-in providers. */
export class AuthService {
  readonly guard: Guard
  readonly accounts: Accounts
  readonly links: MailLinks
  readonly flows: Flows
  readonly social: Social
  readonly redeem: Redeem
  readonly own: OwnAccount
  readonly manage: ManageAccount
  private readonly access: AccessTokens
  private readonly sessions: Sessions

  constructor({ config, db, clock, mail, buckets, ceilings, removeFiles, forget, holdings, derive }: AuthDeps) {
    const { tokenSecret, projectId, accepted } = config
    const { tokenSecrets } = accepted
    const access = new AccessTokens({ tokenSecrets, projectId, clock })
    const known = new KnownDevices({ db, clock, tokenSecrets })
    const guard = new Guard({ buckets, tokenSecret, known, ceilings })
    const sessions = new Sessions({ db, clock, access, tokenSecrets })
    const oneTime = new OneTimeTokens({ db, clock })
    const passwords = new Passwords(derive)
    const users = new Users({ db, clock, forget, holdings })
    const parts: AuthParts = {
      config,
      db,
      clock,
      mail,
      access,
      ceilings,
      guard,
      known,
      oneTime,
      passwords,
      sessions,
      users,
    }
    this.guard = guard
    this.access = access
    this.sessions = sessions
    this.links = new MailLinks(parts)
    this.accounts = new Accounts(parts, this.links)
    this.flows = new Flows({ db, tokenSecrets, clock })
    this.social = new Social(parts, this.accounts)
    this.redeem = new Redeem(parts, { accounts: this.accounts, links: this.links })
    this.own = new OwnAccount(parts, { removeFiles, forget, holdings, links: this.links })
    this.manage = new ManageAccount(parts, { own: this.own, holdings })
  }

  /** Returns the user of an access token without looking up the session. @throws AppError `TOKEN_EXPIRED` */
  readAccess(token: string): Promise<Access> {
    return this.access.read(token)
  }

  /** True if the account exists, its address is confirmed and the session is still open. */
  async isConfirmed(userId: string, sessionId: string | null): Promise<boolean> {
    return sessionId !== null && (await this.sessions.findUser(sessionId, userId))?.email_verified === 1
  }
}
