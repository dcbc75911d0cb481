import { AppError } from '#shared/client/errors.ts'
import { HOUR_MS, retryAfterSeconds } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import { endOfWindow, type Share, type WindowCounters } from '#worker/limits/window-counter.ts'

/** Maximum shares of the site-wide paid-data budget for one person and for one network. */
const PERSON_SHARE = 0.1
const NETWORK_SHARE = 0.3
/** Counter key of the site-wide budgets. */
export const EVERYBODY = 'everybody'

/** Hourly budgets: raw-backend actions, web-data calls and scanned rows. */
export type BudgetKind =
  | 'uploads'
  | 'files'
  | 'images'
  | 'saves'
  | 'emails'
  | 'messages'
  | 'data'
  | 'events'
  | 'allEvents'
  | 'rows'
  | 'allRows'
  | PaidKind
type PaidKind = 'ownPaidData' | 'networkPaidData' | 'paidData'

/** The person and network that are charged for a paid call. */
export type Payer = { readonly person: string; readonly network: string }

export type BudgetsDeps = {
  counters: Pick<WindowCounters, 'take' | 'used' | 'refund'>
  clock: Clock
  raw: {
    readonly uploadsPerHour: number
    readonly filesPerHour: number
    readonly imagesPerHour: number
    readonly savesPerHour: number
    readonly emailsPerHour: number
    readonly messagesPerHour: number
    readonly eventsPerHour: number
    readonly allEventsPerHour: number
    readonly rowsPerHour: number
    readonly allRowsPerHour: number
  }
  data: { readonly callsPerUser: number; readonly paidCalls: number }
}

/** Hourly budgets (fixed-window counters). Each kind counts per network, per user, or site-wide. */
export class Budgets {
  private readonly counters: Pick<WindowCounters, 'take' | 'used' | 'refund'>
  private readonly clock: Clock
  private readonly perHour: Record<BudgetKind, number>

  constructor({ counters, clock, raw, data }: BudgetsDeps) {
    this.counters = counters
    this.clock = clock
    this.perHour = {
      uploads: raw.uploadsPerHour,
      files: raw.filesPerHour,
      images: raw.imagesPerHour,
      saves: raw.savesPerHour,
      emails: raw.emailsPerHour,
      messages: raw.messagesPerHour,
      data: data.callsPerUser,
      ownPaidData: Math.ceil(data.paidCalls * PERSON_SHARE),
      networkPaidData: Math.ceil(data.paidCalls * NETWORK_SHARE),
      paidData: data.paidCalls,
      events: raw.eventsPerHour,
      allEvents: raw.allEventsPerHour,
      rows: raw.rowsPerHour,
      allRows: raw.allRowsPerHour,
    }
  }

  /** Takes `units`, or none if fewer are left. @throws AppError `RATE_LIMITED` when fewer are left */
  spend(kind: BudgetKind, network: string, units = 1): Promise<void> {
    return this.take(kind, [this.share(kind, network)], units)
  }

  /** Refunds units taken by {@link spend}. */
  refund(kind: BudgetKind, network: string, units = 1): Promise<void> {
    return this.counters.refund({ shares: [this.share(kind, network)], windowMs: HOUR_MS, units })
  }

  /**
   * Charges a network and the site for a cost that is known only after the work. This may overdraw the budget, and then
   * the next call is refused.
   */
  async charge(own: BudgetKind, network: string, all: BudgetKind, units: number): Promise<void> {
    const shares = [this.share(own, network), this.share(all, EVERYBODY)].map(({ key }) => ({
      key,
      limit: Number.MAX_SAFE_INTEGER,
    }))
    await this.counters.take({ shares, windowMs: HOUR_MS, units })
  }

  /**
   * Reserves `units` from the network's and the site's budgets before the work starts. A request larger than the whole
   * budget reserves all of it.
   *
   * @returns a function that settles the reservation at the units actually used
   * @throws AppError `RATE_LIMITED`
   */
  async reserve(own: BudgetKind, network: string, all: BudgetKind, units: number) {
    const shares = [this.share(own, network), this.share(all, EVERYBODY)]
    const reserved = Math.min(units, ...shares.map(({ limit }) => limit))
    await this.take(own, shares, reserved)
    return async (used: number): Promise<void> => {
      if (used < reserved) await this.counters.refund({ shares, windowMs: HOUR_MS, units: reserved - used })
      else if (used > reserved) await this.charge(own, network, all, used - reserved)
    }
  }

  /**
   * Checks the budget without taking from it, so a request that is refused for another reason costs nothing.
   *
   * @throws AppError `RATE_LIMITED`
   */
  async requireLeft(kind: BudgetKind, network: string): Promise<void> {
    const { key, limit } = this.share(kind, network)
    if ((await this.counters.used(key, HOUR_MS)) >= limit)
      throw toRateLimitError(kind, endOfWindow(this.clock(), HOUR_MS) - this.clock())
  }

  /**
   * Charges one paid search or screenshot to the person, the network and the site, all or none. When one share is used
   * up, further calls take nothing from the others.
   *
   * @throws AppError `RATE_LIMITED`
   */
  payForData({ person, network }: Payer): Promise<void> {
    return this.take(
      'paidData',
      [this.share('ownPaidData', person), this.share('networkPaidData', network), this.share('paidData', EVERYBODY)],
      1,
    )
  }

  /** Returns the budget of one kind, bound to its methods. */
  forKind(kind: BudgetKind) {
    return {
      requireLeft: (network: string) => this.requireLeft(kind, network),
      spend: (network: string) => this.spend(kind, network),
      refund: (network: string) => this.refund(kind, network),
    }
  }

  /** Returns the budgets for rows that queries scan without an index: per network and site-wide. */
  forRows() {
    return {
      require: async (network: string): Promise<void> => {
        await this.requireLeft('rows', network)
        await this.requireLeft('allRows', EVERYBODY)
      },
      reserve: (network: string, rows: number) => this.reserve('rows', network, 'allRows', rows),
      charge: (network: string, rows: number) => this.charge('rows', network, 'allRows', rows),
    }
  }

  private share(kind: BudgetKind, payer: string): Share {
    return { key: `${kind}:${payer}`, limit: this.perHour[kind] }
  }

  private async take(kind: BudgetKind, shares: readonly Share[], units: number): Promise<void> {
    const waitMs = await this.counters.take({ shares, windowMs: HOUR_MS, units })
    if (waitMs !== null) throw toRateLimitError(kind, waitMs)
  }
}

function toRateLimitError(kind: BudgetKind, waitMs: number): AppError {
  recordLimit(`${kind}:hour`)
  return new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}
