import { AppError } from '#shared/client/errors.ts'
import { logCeiling } from '#worker/limits/ceilings.ts'
import { DAY_MS, retryAfterSeconds } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import { endOfWindow, HAS_ROOM, type Share, type WindowCounters } from '#worker/limits/window-counter.ts'
import type { AiSettings } from '#worker/settings/ai.ts'

/** Maximum share of all calls for one network. Identities are free, so a visitor limit alone allows a Sybil attack. */
const NETWORK_SHARE = 0.3
const UNLIMITED = Number.MAX_SAFE_INTEGER

/** One charge. Pictures and calls are counted separately, because a picture costs many times more. */
export type Charge = {
  readonly kind: 'pictures' | 'calls'
  readonly units: number
  /** The charged account. Null means the service's owner, limited only by the daily ceiling. */
  readonly buyer: string | null
  /** The buyer's network. */
  readonly network: string
  /** True when our own edge has already counted the generation against the visitor and their network. */
  readonly isCounted: boolean
  /** Milliseconds after which a lease that was not given back expires. */
  readonly forMs: number
  /**
   * The call's idempotency key. A second charge with the same key takes over the first one's lease, because the first
   * call has died or was abandoned. If the first still runs, it has no lease left to release.
   */
  readonly name?: string | undefined
}

export type Lease = {
  /** Releases the lease. @param options.refund the number of unused units */
  release(options: { refund: number }): Promise<void>
}
export type SpendingDeps = {
  db: D1Database
  clock: Clock
  counters: Pick<WindowCounters, 'values' | 'taking' | 'givingBack'>
  perDay: AiSettings['perDay']
  /** The edge's limits per visitor and network. They also apply to calls that bypass the edge. Null means no limit. */
  generations: { readonly perVisitorPerDay: number; readonly perNetworkPerDay: number | null }
}
/**
 * Takes a lease. `?1` to `?3` are the counters' parameters, `?4` is the lease as JSON. An active lease is replaced only
 * by a charge with the same idempotency key.
 */
const LEASE = `insert into ai_leases (holder, token, until)
  select ?4 ->> 'holder', ?4 ->> 'token', ?4 ->> 'until' where ${HAS_ROOM}
  on conflict (holder) do update set token = excluded.token, until = excluded.until
    where until <= ?4 ->> 'now' or (?4 ->> 'name' <> '' and substr(token, 1, length(?4 ->> 'name')) = ?4 ->> 'name')
  returning token`

const IS_LEASED = 'exists (select 1 from ai_leases where token = ?4)'

const HELD_BY_ANOTHER = 'select until from ai_leases where holder = ?1 and token <> ?2'

const RELEASE = 'delete from ai_leases where holder = ?1 and token = ?2'

/**
 * Decides whether a paid call may run. One D1 transaction checks all limits. A buyer may run one call at a time (a
 * lease). Counters limit the units per day for each buyer, for each network and site-wide. When D1 does not respond,
 * nothing is bought.
 */
export class Spending {
  private readonly deps: SpendingDeps

  constructor(deps: SpendingDeps) {
    this.deps = deps
  }

  /**
   * Charges for a call and takes its lease.
   *
   * @throws AppError `AI_IN_FLIGHT`, `AI_QUOTA_EXCEEDED` or `AI_CEILING_REACHED`, each with a retry time
   */
  async take(charge: Charge): Promise<Lease> {
    const { kind, units, buyer, forMs } = charge
    const now = this.deps.clock()
    // Every lease has its own fencing token, even with the same key, so no call releases another call's lease.
    const name = charge.name === undefined ? '' : `${charge.name}.`
    const token = name + newId()
    const holder = buyer ?? `service:${token}`
    const wanted = { shares: this.getShares(charge), windowMs: DAY_MS, units }
    const all = { shares: [this.getCeiling(kind)], windowMs: DAY_MS, units }
    const lease = JSON.stringify({ holder, token, until: now + forMs, now, name })

    const [leased, , held, below] = await this.deps.db.batch<{ until: number }>([
      this.deps.db.prepare(LEASE).bind(...this.deps.counters.values(wanted, now), lease),
      this.deps.counters.taking(wanted, now, { sql: IS_LEASED, params: [token] }),
      this.deps.db.prepare(HELD_BY_ANOTHER).bind(holder, token),
      this.deps.db.prepare(`select 1 where ${HAS_ROOM}`).bind(...this.deps.counters.values(all, now)),
    ])
    if (leased!.results.length === 0) {
      const until = held!.results[0]?.until ?? 0
      if (until > now) throw refusal('AI_IN_FLIGHT', until - now)
      const isSpent = below!.results.length === 0
      if (isSpent) logCeiling(kind, this.deps.perDay[kind])
      throw refusal(isSpent ? 'AI_CEILING_REACHED' : 'AI_QUOTA_EXCEEDED', endOfWindow(now, DAY_MS) - now)
    }
    return {
      release: async ({ refund }) => {
        const release = this.deps.db.prepare(RELEASE).bind(holder, token)
        const repay = this.deps.counters.givingBack({ ...wanted, units: Math.min(refund, units) }, now)
        await this.deps.db.batch(refund > 0 ? [repay, release] : [release])
      },
    }
  }

  private getLimits({ kind, isCounted }: Charge): { own: number; network: number } {
    if (kind === 'calls')
      return {
        own: this.deps.perDay.visitorCalls,
        network: Math.max(1, Math.floor(this.deps.perDay.calls * NETWORK_SHARE)),
      }
    return isCounted
      ? { own: this.deps.perDay.visitorCalls, network: UNLIMITED }
      : { own: this.deps.generations.perVisitorPerDay, network: this.deps.generations.perNetworkPerDay ?? UNLIMITED }
  }

  private getCeiling(kind: Charge['kind']): Share {
    return { key: `ai:${kind}:everybody`, limit: this.deps.perDay[kind] }
  }

  private getShares(charge: Charge): Share[] {
    const { kind, buyer, network } = charge
    if (buyer === null) return [this.getCeiling(kind)]
    const limits = this.getLimits(charge)
    return [
      this.getCeiling(kind),
      { key: `ai:${kind}:${buyer}`, limit: limits.own },
      { key: `ai:${kind}:network-${network}`, limit: limits.network },
    ]
  }
}

const refusal = (code: 'AI_IN_FLIGHT' | 'AI_QUOTA_EXCEEDED' | 'AI_CEILING_REACHED', waitMs: number) =>
  new AppError(code, undefined, { retryAfterSeconds: retryAfterSeconds(waitMs) })
