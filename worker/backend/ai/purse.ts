import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { AiSettings } from '#worker/settings/ai.ts'

const DAY_MS = 86_400_000
const EVERYBODY = ''
/** Of the calls of all together, the most that the buyers of one network get: identities are free for whoever wants one. */
const NETWORK_SHARE = 0.3
const UNLIMITED = Number.MAX_SAFE_INTEGER

/** What is counted apart: pictures cost many times what a call does. */
export type Purchase = {
  readonly kind: 'pictures' | 'calls'
  readonly units: number
  /** Who buys; null: the owner of the service, who is bound by the day's ceiling alone. */
  readonly buyer: string | null
  /** Where he buys from. */
  readonly network: string
  /** True when our own edge has counted it as a generation, by the visitor and by his network. */
  readonly isCounted: boolean
  /** For how long at most, in milliseconds; after that a lease that nobody gave back is over. */
  readonly forMs: number
  /**
   * What the buyer calls it. Asked again by the same name it takes the place of the first asker, who has died or is
   * given up; should he live after all, he has no lease any more that he could give back.
   */
  readonly name?: string | undefined
}

export type Lease = {
  /** @param options.refund how many of the units nothing was bought with */
  giveBack(options: { refund: number }): Promise<void>
}
export type PurseDeps = {
  db: D1Database
  clock: Clock
  perDay: AiSettings['perDay']
  /** What our edge lets one visitor and one network have: nobody gets more by going round it. Null: no limit. */
  generations: { readonly perVisitorPerDay: number; readonly perNetworkPerDay: number | null }
}
export type Purse = ReturnType<typeof createPurse>

/**
 * Money is spent here. One transaction decides: a buyer has one call under way at most and so many units a day, the
 * buyers of his network so many, and all together so many. When the database does not answer, nothing is bought.
 */
export function createPurse({ db, clock, perDay, generations }: PurseDeps) {
  const limitsOf = ({ kind, isCounted }: Purchase): { own: number; network: number } => {
    if (kind === 'calls')
      return { own: perDay.visitorCalls, network: Math.max(1, Math.floor(perDay.calls * NETWORK_SHARE)) }
    return isCounted
      ? { own: perDay.visitorCalls, network: UNLIMITED }
      : { own: generations.perVisitorPerDay, network: generations.perNetworkPerDay ?? UNLIMITED }
  }
  const spent = (who: string) =>
    `coalesce((select used from ai_spending where day = ?1 and kind = ?2 and who = ${who}), 0) + ?4`

  return {
    /** @throws AppError `AI_IN_FLIGHT`, `AI_QUOTA_EXCEEDED` or `AI_CEILING_REACHED`, each saying when to come back */
    async take(purchase: Purchase): Promise<Lease> {
      const { kind, units, buyer, forMs, name } = purchase
      const limits = limitsOf(purchase)
      const now = clock()
      const day = Math.floor(now / DAY_MS)
      // Every lease has a token of its own, also by one name: nobody gives back what another one holds.
      const [named, id] = [name === undefined ? '' : `${name}.`, newId()]
      const token = named + id
      const holder = buyer ?? `service:${token}`
      const network = `network-${purchase.network}`
      const payers = JSON.stringify(buyer === null ? [EVERYBODY] : [EVERYBODY, buyer, network])
      const [taken, , state] = await db.batch<{ token?: string; held: number; all: number }>([
        db
          .prepare(
            `insert into ai_leases (holder, token, until)
             select ?3, ?7, ?8 where ${spent('?9')} <= ?5 and (?10 = 0 or (${spent('?3')} <= ?6 and ${spent('?13')} <= ?14))
             on conflict (holder) do update set token = excluded.token, until = excluded.until where until <= ?11
               or (?12 <> '' and substr(token, 1, length(?12)) = ?12)
             returning token`,
          )
          .bind(
            day,
            kind,
            holder,
            units,
            perDay[kind],
            limits.own,
            token,
            now + forMs,
            EVERYBODY,
            +(buyer !== null),
            now,
            named,
            network,
            limits.network,
          ),
        db
          .prepare(
            `insert into ai_spending (day, kind, who, used)
             select ?1, ?2, value, ?3 from json_each(?4) where exists (select 1 from ai_leases where token = ?5 and until = ?6)
             on conflict (day, kind, who) do update set used = used + excluded.used`,
          )
          .bind(day, kind, units, payers, token, now + forMs),
        db
          .prepare(
            `select coalesce((select until from ai_leases where holder = ?3 and token <> ?5), 0) as held,
               ${spent('?6')} as "all"`,
          )
          .bind(day, kind, holder, units, token, EVERYBODY),
      ])
      if (taken!.results.length > 0)
        return {
          giveBack: async ({ refund }) => {
            const release = db.prepare('delete from ai_leases where holder = ?1 and token = ?2').bind(holder, token)
            const repay = db
              .prepare(
                `update ai_spending set used = max(0, used - ?3)
                 where day = ?1 and kind = ?2 and who in (select value from json_each(?4))`,
              )
              .bind(day, kind, Math.min(refund, units), payers)
            await db.batch(refund > 0 ? [repay, release] : [release])
          },
        }
      const { held, all } = state!.results[0]!
      if (held > now) throw refusal('AI_IN_FLIGHT', held - now)
      const tomorrow = (day + 1) * DAY_MS - now
      throw refusal(all > perDay[kind] ? 'AI_CEILING_REACHED' : 'AI_QUOTA_EXCEEDED', tomorrow)
    },
  }
}

const refusal = (code: 'AI_IN_FLIGHT' | 'AI_QUOTA_EXCEEDED' | 'AI_CEILING_REACHED', waitMs: number) =>
  new AppError(code, undefined, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
