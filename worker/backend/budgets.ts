import { AppError } from '#shared/client/errors.ts'
import { HOUR_MS, retryAfterSeconds } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { noteLimit } from '#worker/http/request-scope.ts'
import { endOfWindow, type Share, type WindowCounters } from '#worker/limits/window-counter.ts'

/** The shares of all people's paid web data that one of them, and one network, gets at most. */
const PERSON_SHARE = 0.1
const NETWORK_SHARE = 0.3
/** The payer of budgets that all callers share. */
export const EVERYBODY = 'everybody'

/** Budgets of a few acts an hour: of a caller without a token, and of a user with web data. */
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

/** The payer whose share a paid call is taken from. */
export type Payer = { readonly person: string; readonly network: string }

export type BudgetsDeps = {
  counters: Pick<WindowCounters, 'take' | 'used' | 'giveBack'>
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

/** Hourly budgets of callers of the raw backend, one per kind and network, user or everybody. */
export class Budgets {
  private readonly counters: Pick<WindowCounters, 'take' | 'used' | 'giveBack'>
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

  /** Takes one or `units`. @throws AppError `RATE_LIMITED` when so many are not left: then none is taken */
  spend(kind: BudgetKind, network: string, units = 1): Promise<void> {
    return this.take(kind, [this.share(kind, network)], units)
  }

  /** Gives back what {@link spend} has taken. */
  giveBack(kind: BudgetKind, network: string, units = 1): Promise<void> {
    return this.counters.giveBack({ shares: [this.share(kind, network)], windowMs: HOUR_MS, units })
  }

  /** Takes what is known only afterwards, of a network and of everybody; what is overdrawn refuses the next. */
  async charge(own: BudgetKind, network: string, all: BudgetKind, units: number): Promise<void> {
    const shares = [this.share(own, network), this.share(all, EVERYBODY)].map(({ key }) => ({
      key,
      limit: Number.MAX_SAFE_INTEGER,
    }))
    await this.counters.take({ shares, windowMs: HOUR_MS, units })
  }

  /**
   * Reserves what work may need of a network's budget and of everybody's, before it is done. What is larger than all
   * there is, is done when all of it is left.
   *
   * @returns what settles it at the units that were used
   * @throws AppError `RATE_LIMITED`
   */
  async reserve(own: BudgetKind, network: string, all: BudgetKind, units: number) {
    const shares = [this.share(own, network), this.share(all, EVERYBODY)]
    const reserved = Math.min(units, ...shares.map(({ limit }) => limit))
    await this.take(own, shares, reserved)
    return async (used: number): Promise<void> => {
      if (used < reserved) await this.counters.giveBack({ shares, windowMs: HOUR_MS, units: reserved - used })
      else if (used > reserved) await this.charge(own, network, all, used - reserved)
    }
  }

  /**
   * Only looks, so that a request that is refused for another reason leaves no trace.
   *
   * @throws AppError `RATE_LIMITED`
   */
  async requireLeft(kind: BudgetKind, network: string): Promise<void> {
    const { key, limit } = this.share(kind, network)
    if ((await this.counters.used(key, HOUR_MS)) >= limit)
      throw refused(kind, endOfWindow(this.clock(), HOUR_MS) - this.clock())
  }

  /**
   * One paid search or screenshot: of a person's own share, of the network's and of everybody's.
   * Once one of them is used up, asking on takes nothing from the others.
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

  /** The budget of one kind, by network. */
  forKind(kind: BudgetKind) {
    return {
      requireLeft: (network: string) => this.requireLeft(kind, network),
      spend: (network: string) => this.spend(kind, network),
      giveBack: (network: string) => this.giveBack(kind, network),
    }
  }

  /** The budgets of rows that queries without an index read: each network's, and the one of all together. */
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

  private share(kind: BudgetKind, whose: string): Share {
    return { key: `${kind}:${whose}`, limit: this.perHour[kind] }
  }

  private async take(kind: BudgetKind, shares: readonly Share[], units: number): Promise<void> {
    const waitMs = await this.counters.take({ shares, windowMs: HOUR_MS, units })
    if (waitMs !== null) throw refused(kind, waitMs)
  }
}

function refused(kind: BudgetKind, waitMs: number): AppError {
  noteLimit(`${kind}:hour`)
  return new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}
