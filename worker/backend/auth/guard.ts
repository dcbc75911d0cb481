import { sign } from '#worker/http/signature.ts'
import type { Ceilings, Place } from '#worker/limits/ceilings.ts'
import { type Rate, refusedBy, requireToken, type TokenBuckets } from '#worker/limits/token-bucket.ts'
import type { From } from './request-source.ts'
import type { KnownDevices } from './known-devices.ts'
import { type Act, type Guess, RATES } from './limits.ts'

export type Guard = ReturnType<typeof createGuard>

export type GuardDeps = {
  readonly buckets: Pick<TokenBuckets, 'take' | 'takeEach' | 'giveBack'>
  readonly tokenSecret: string
  readonly known: Pick<KnownDevices, 'find'>
  readonly ceilings: Pick<Ceilings, 'reserve'>
}

/**
 * Acts that cost a password hash or a mail: the larger network has a limit for them too, of {@link SITE_FACTOR} times
 * the rate.
 */
const COSTLY: ReadonlySet<Act> = new Set<Act>(['signUp', 'signIn', 'password', 'mail'])
const SITE_FACTOR = 4

/** Counts what is tried, before it is known whether it is right or whether the account is there at all. */
export function createGuard({ buckets, tokenSecret, known, ceilings }: GuardDeps) {
  const take = (key: string, rate: Rate): Promise<void> => requireToken(buckets, key, rate)
  const accountKey = async (act: Act, account: string) =>
    `${act}:account:${await sign(tokenSecret, `account:${account}`)}`
  const guessKey = async (act: Guess, account: string, network: string) =>
    `${act}:guess:${await sign(tokenSecret, `guess:${network} ${account}`)}`

  /** Attempts of a known device count for itself alone, a stranger's for the account. */
  async function keysOf(act: Guess, account: string, from: From): Promise<{ key: string; rate: Rate }[]> {
    const device = await known.find(account, from)
    if (device !== null) return [{ key: `${act}:known:${device}`, rate: RATES[act].guess }]
    return [
      { key: await guessKey(act, account, from.network), rate: RATES[act].guess },
      { key: await accountKey(act, account), rate: RATES[act].account },
    ]
  }

  return {
    /** @throws AppError `RATE_LIMITED` */
    async network(act: Act, { network, site }: Pick<From, 'network' | 'site'>): Promise<void> {
      const rate = RATES[act].network
      const own = { key: `${act}:network:${network}`, rate }
      if (!COSTLY.has(act)) return take(own.key, rate)
      const larger = { key: `${act}:networks:${site}`, rate: { ...rate, times: rate.times * SITE_FACTOR } }
      const [empty] = (await buckets.takeEach([own, larger])) ?? []
      if (empty !== undefined) throw refusedBy(empty)
    },

    /** @param account an address, an id or whatever else stands for one. @throws AppError `RATE_LIMITED` */
    account: async (act: Act, account: string): Promise<void> =>
      take(await accountKey(act, account), RATES[act].account),

    /**
     * Few tries for each network and more for all strangers together; a device that has signed in before has its own.
     *
     * @throws AppError `RATE_LIMITED`
     */
    async guess(act: Guess, account: string, from: From): Promise<void> {
      for (const { key, rate } of await keysOf(act, account, from)) await take(key, rate)
    },

    /** A correct password clears the failures. */
    async forgive(act: Guess, account: string, from: From): Promise<void> {
      for (const { key, rate } of await keysOf(act, account, from)) await buckets.giveBack([key], rate)
    },

    /**
     * One mail to an account. Strangers share what there is for it, and what there is for all accounts; a device that
     * has signed in before has its own.
     *
     * @param kind of mail: each kind has a limit of its own
     * @returns the place below the ceiling of such mails, to be given back when none is sent; null for a known device
     * @throws AppError `RATE_LIMITED`
     */
    async mail(kind: string, account: string, from: From): Promise<Place | null> {
      const device = await known.find(account, from)
      const key = device === null ? await accountKey('mail', `${kind}:${account}`) : `mail:known:${kind}:${device}`
      await take(key, RATES.mail.account)
      const caller = { address: from.network, site: from.site, isKnown: from.isKnown }
      return device === null ? ceilings.reserve('signInMail', caller) : null
    },
  }
}
