import { AppError } from '#shared/client/errors.ts'
import { type AccountResponse, FRESH_MINUTES } from '#shared/contracts/account.ts'
import type { AuthParts } from './deps.ts'
import type { RequestSource } from './request-source.ts'
import type { AccountHoldings } from './user.ts'
import { REFRESH_SECONDS } from './limits.ts'
import type { OwnAccount, SignedIn } from './own-account.ts'

type SessionRow = { id: string; expires_at: number }

const OPEN_SESSIONS = `select id, expires_at from sessions
  where user_id = ?1 and ended_at is null and expires_at > ?2 order by expires_at desc limit 100`

/** Returns the sign-in time. A session has a fixed lifetime from its sign-in. */
const getStart = ({ expires_at: end }: SessionRow): number => end - REFRESH_SECONDS * 1000

type ManageAccountParts = Pick<AuthParts, 'db' | 'clock' | 'guard' | 'passwords'>
type ManageAccountDeps = { readonly own: OwnAccount; readonly holdings: Pick<AccountHoldings, 'list'> }

/** Data and actions of the account page. Every destructive action requires a proof of identity first. */
export class ManageAccount {
  private readonly parts: ManageAccountParts
  private readonly own: OwnAccount
  private readonly holdings: Pick<AccountHoldings, 'list'>

  constructor(parts: ManageAccountParts, { own, holdings }: ManageAccountDeps) {
    this.parts = parts
    this.own = own
    this.holdings = holdings
  }

  async show(from: RequestSource, token: string | null): Promise<AccountResponse> {
    const { row, sessionId } = await this.own.requireUser(from, token, 'read')
    const sessions = await this.listSessions(row.id)
    const { cards = [] } = await this.holdings.list(row.id)
    return {
      email: row.email,
      createdAt: row.created_at,
      hasPassword: row.password_hash !== null,
      cards: cards.length,
      sessions: sessions.map((one) => ({
        since: new Date(getStart(one)).toISOString(),
        isThis: one.id === sessionId,
      })),
      isFresh: this.isFresh(sessions, sessionId),
    }
  }

  /** Exports everything stored for an account, as JSON for people and programs. */
  async exportAll(from: RequestSource, token: string | null) {
    const { row } = await this.own.requireUser(from, token, 'change')
    const sessions = await this.listSessions(row.id)
    return {
      exportedAt: new Date(this.parts.clock()).toISOString(),
      account: {
        id: row.id,
        email: row.email,
        emailVerified: row.email_verified === 1,
        displayName: row.display_name,
        photoUrl: row.photo_url,
        createdAt: row.created_at,
        lastSignInAt: row.last_sign_in_at,
      },
      signedInSince: sessions.map((one) => new Date(getStart(one)).toISOString()),
      ...(await this.holdings.list(row.id)),
    }
  }

  /** Ends every session of the account, including this one. */
  async signOutEverywhere(from: RequestSource, token: string | null, password: string | undefined): Promise<void> {
    const { row } = await this.requireProof(from, token, password)
    await this.parts.guard.account('change', row.id)
    await this.parts.db
      .prepare('update sessions set ended_at = ?2 where user_id = ?1 and ended_at is null')
      .bind(row.id, this.parts.clock())
      .run()
  }

  /** Removes the account and all its data. @param password if undefined, the sign-in must be recent */
  async remove(from: RequestSource, token: string | null, password: string | undefined): Promise<void> {
    const { row } = await this.requireProof(from, token, password)
    await this.own.remove(row)
  }

  private async listSessions(userId: string): Promise<SessionRow[]> {
    return (await this.parts.db.prepare(OPEN_SESSIONS).bind(userId, this.parts.clock()).all<SessionRow>()).results
  }

  private isFresh(sessions: readonly SessionRow[], sessionId: string): boolean {
    return sessions.some((one) => one.id === sessionId && this.parts.clock() - getStart(one) <= FRESH_MINUTES * 60_000)
  }

  /**
   * Requires the account's password, or a sign-in within the last minutes by any method. Users who have just signed in
   * are not asked again. Users without a password sign in by an emailed link or a provider first.
   *
   * @throws AppError `INVALID_CREDENTIALS` for neither, `RATE_LIMITED`, and the errors of `requireUser`
   */
  private async requireProof(
    from: RequestSource,
    token: string | null,
    password: string | undefined,
  ): Promise<SignedIn> {
    const signedIn = await this.own.requireUser(from, token, password === undefined ? 'change' : 'password')
    const { row, sessionId } = signedIn
    const isProved =
      password === undefined
        ? this.isFresh(await this.listSessions(row.id), sessionId)
        : (await this.parts.passwords.check(password, row.password_hash)).isRight
    if (!isProved) throw new AppError('INVALID_CREDENTIALS')
    return signedIn
  }
}
