import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { requireToken, type TokenBuckets } from './token-bucket.ts'

/**
 * Of all networks together in a day, for rows and mail that need no account: many networks together fill no database,
 * no inbox and no mail provider's quota.
 */
export const CEILINGS = {
  contact: 2000,
  generation: 20_000,
  report: 5000,
  signUp: 5000,
  /** Links to sign in, to choose a password, to confirm an address; devices that are known are not counted. */
  signInMail: 20_000,
  /** From visitors to the site, by the public key. */
  siteMail: 500,
} as const
export type Ceiling = keyof typeof CEILINGS

export type CeilingDeps = {
  readonly buckets: Pick<TokenBuckets, 'take'>
  /** Alerts the operators of the site. Never rejects. */
  readonly alert: (kind: Ceiling, perDay: number) => Promise<void>
  /** Takes work that no answer waits for. */
  readonly later: (work: Promise<unknown>) => void
}

export type Ceilings = ReturnType<typeof createCeilings>

/** What everybody together may do: a token bucket per kind, and an alert when it is empty. */
export const createCeilings = ({ buckets, alert, later }: CeilingDeps) => ({
  /** Takes one. @throws AppError `RATE_LIMITED`, with the default message of that code or another */
  async require(kind: Ceiling, message?: string): Promise<void> {
    try {
      await requireToken(buckets, `${kind}:all`, { times: CEILINGS[kind], seconds: DAY_MS / SECOND_MS }, message)
    } catch (thrown) {
      later(alert(kind, CEILINGS[kind]))
      throw thrown
    }
  },
})
