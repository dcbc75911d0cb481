import { sign } from '#worker/http/signature.ts'
import type { Ceilings, Place } from '#worker/limits/ceilings.ts'
import { type Rate, toRateLimitError, requireToken, type TokenBuckets } from '#worker/limits/token-bucket.ts'
import type { RequestSource } from './request-source.ts'
import type { KnownDevices } from './known-devices.ts'
import { type AuthAction, type Guess, RATES } from './limits.ts'

export type GuardDeps = {
  readonly buckets: Pick<TokenBuckets, 'take' | 'takeEach' | 'refund'>
  readonly tokenSecret: string
  readonly known: Pick<KnownDevices, 'find'>
  readonly ceilings: Pick<Ceilings, 'reserve'>
}

/**
 * Actions that cost a password hash or a mail. The larger network limits them too, at {@link SITE_FACTOR} times the
 * rate.
 */
const COSTLY: ReadonlySet<AuthAction> = new Set<AuthAction>(['signUp', 'signIn', 'password', 'mail'])
const SITE_FACTOR = 4

/** Rate limiter for auth. It counts every attempt, before checking the password or whether the account exists. */
export class Guard {
  private readonly buckets: Pick<TokenBuckets, 'take' | 'takeEach' | 'refund'>
  private readonly tokenSecret: string
  private readonly known: Pick<KnownDevices, 'find'>
  private readonly ceilings: Pick<Ceilings, 'reserve'>

  constructor({ buckets, tokenSecret, known, ceilings }: GuardDeps) {
    this.buckets = buckets
    this.tokenSecret = tokenSecret
    this.known = known
    this.ceilings = ceilings
  }

  /** Takes one action from the network's limit. @throws AppError `RATE_LIMITED` */
  async network(action: AuthAction, { network, site }: Pick<RequestSource, 'network' | 'site'>): Promise<void> {
    const rate = RATES[action].network
    const own = { key: `${action}:network:${network}`, rate }
    if (!COSTLY.has(action)) return this.take(own.key, rate)
    const larger = { key: `${action}:networks:${site}`, rate: { ...rate, times: rate.times * SITE_FACTOR } }
    const [empty] = (await this.buckets.takeEach([own, larger])) ?? []
    if (empty !== undefined) throw toRateLimitError(empty)
  }

  /** Takes one action from an account's limit. @param account an email, id or token. @throws AppError `RATE_LIMITED` */
  async account(action: AuthAction, account: string): Promise<void> {
    return this.take(await this.accountKey(action, account), RATES[action].account)
  }

  /**
   * Limits password guesses. Strangers have a low limit per network and a higher one per account. A known device has
   * its own limit.
   *
   * @throws AppError `RATE_LIMITED`
   */
  async guess(action: Guess, account: string, from: RequestSource): Promise<void> {
    for (const { key, rate } of await this.getKeys(action, account, from)) await this.take(key, rate)
  }

  /** Refunds an attempt with the right password. */
  async forgive(action: Guess, account: string, from: RequestSource): Promise<void> {
    for (const { key, rate } of await this.getKeys(action, account, from)) await this.buckets.refund([key], rate)
  }

  /**
   * Takes one mail from an account's limit. Strangers share the account's limit and the site-wide ceiling. A known
   * device has its own limit.
   *
   * @param kind each kind of mail has its own limit
   * @returns the place under the ceiling, to give back when no mail is sent; null for a known device
   * @throws AppError `RATE_LIMITED`
   */
  async mail(kind: string, account: string, from: RequestSource): Promise<Place | null> {
    const device = await this.known.find(account, from)
    const key = device === null ? await this.accountKey('mail', `${kind}:${account}`) : `mail:known:${kind}:${device}`
    await this.take(key, RATES.mail.account)
    const caller = { address: from.network, site: from.site, isKnown: from.isKnown }
    return device === null ? this.ceilings.reserve('signInMail', caller) : null
  }

  private take(key: string, rate: Rate): Promise<void> {
    return requireToken(this.buckets, key, rate)
  }

  private async accountKey(action: AuthAction, account: string) {
    return `${action}:account:${await sign(this.tokenSecret, `account:${account}`)}`
  }

  private async guessKey(action: Guess, account: string, network: string) {
    return `${action}:guess:${await sign(this.tokenSecret, `guess:${network} ${account}`)}`
  }

  /**
   * A known device's attempts count only for the device. A stranger's attempts count for the network and the account.
   */
  private async getKeys(action: Guess, account: string, from: RequestSource): Promise<{ key: string; rate: Rate }[]> {
    const device = await this.known.find(account, from)
    if (device !== null) return [{ key: `${action}:known:${device}`, rate: RATES[action].guess }]
    return [
      { key: await this.guessKey(action, account, from.network), rate: RATES[action].guess },
      { key: await this.accountKey(action, account), rate: RATES[action].account },
    ]
  }
}
