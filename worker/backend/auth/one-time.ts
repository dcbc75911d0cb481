import type { Clock } from '#worker/env.ts'
import { LINK_SECONDS } from './limits.ts'
import { newSecret, sha256Hex } from '#worker/http/secrets.ts'

export type Purpose = keyof typeof LINK_SECONDS

export type OneTime = { readonly token: string; /** ISO 8601, UTC. */ readonly expiresAt: string }

/**
 * One-time tokens for emailed links. Each is for one address and one purpose, and is stored as a hash. A token is
 * consumed in the same transaction as its effect.
 */
export class OneTimeTokens {
  private readonly db: D1Database
  private readonly clock: Clock

  constructor({ db, clock }: { db: D1Database; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  async issue(purpose: Purpose, email: string): Promise<OneTime> {
    const token = newSecret()
    const expiresAt = this.clock() + LINK_SECONDS[purpose] * 1000
    await this.db
      .prepare('insert into one_time_tokens (hash, purpose, email, expires_at) values (?1, ?2, ?3, ?4)')
      .bind(await sha256Hex(token), purpose, email, expiresAt)
      .run()
    return { token, expiresAt: new Date(expiresAt).toISOString() }
  }

  /** Returns the email address of a token without consuming it. */
  async peek(purpose: Purpose, token: string): Promise<string | null> {
    const row = await this.db
      .prepare('select email from one_time_tokens where hash = ?1 and purpose = ?2 and expires_at > ?3')
      .bind(await sha256Hex(token), purpose, this.clock())
      .first<{ email: string }>()
    return row?.email ?? null
  }
}
