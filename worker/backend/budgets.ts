import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'

const HOUR_MS = 3_600_000
/** Of the web data that all people together may have paid for, the most that one of them gets, and one network. */
const PERSON_SHARE = 0.1
const NETWORK_SHARE = 0.3
const EVERYBODY = 'everybody'

/** What is done a few times an hour: by a caller without a token, and by a user with web data. */
export type BudgetKind = 'uploads' | 'images' | 'emails' | 'messages' | 'data' | 'events' | PaidKind
type PaidKind = 'ownPaidData' | 'networkPaidData' | 'paidData'

/** Whose share something paid is taken from. */
export type Payer = { readonly person: string; readonly network: string }

export type BudgetsDeps = {
  db: D1Database
  clock: Clock
  raw: {
    readonly uploadsPerHour: number
    readonly imagesPerHour: number
    readonly emailsPerHour: number
    readonly messagesPerHour: number
    readonly eventsPerHour: number
  }
  data: { readonly callsPerUser: number; readonly paidCalls: number }
}

export type Budgets = ReturnType<typeof createBudgets>

/** Hourly budgets of callers of the raw backend, one per kind and network, user or everybody. */
export function createBudgets({ db, clock, raw, data }: BudgetsDeps) {
  const perHour: Record<BudgetKind, number> = {
    uploads: raw.uploadsPerHour,
    images: raw.imagesPerHour,
    emails: raw.emailsPerHour,
    messages: raw.messagesPerHour,
    data: data.callsPerUser,
    ownPaidData: Math.ceil(data.paidCalls * PERSON_SHARE),
    networkPaidData: Math.ceil(data.paidCalls * NETWORK_SHARE),
    paidData: data.paidCalls,
    events: raw.eventsPerHour,
  }
  const hour = () => Math.floor(clock() / HOUR_MS)

  function refusal(): AppError {
    const retryAfterSeconds = Math.ceil(((hour() + 1) * HOUR_MS - clock()) / 1000)
    return new AppError('RATE_LIMITED', undefined, { retryAfterSeconds })
  }

  /** Takes one or `units`, by one conditional statement. @throws AppError `RATE_LIMITED` when so many are not left. */
  async function spend(kind: BudgetKind, network: string, units = 1): Promise<void> {
    if (perHour[kind] < units) throw refusal()
    const taken = await db
      .prepare(
        `insert into raw_budgets (key, hour, used) values (?1, ?2, ?4)
         on conflict (key, hour) do update set used = used + ?4 where used + ?4 <= ?3
         returning used`,
      )
      .bind(`${kind}:${network}`, hour(), perHour[kind], units)
      .first()
    if (taken === null) throw refusal()
  }

  return {
    spend,

    /** Only looks, so that a request that is refused for another reason leaves no trace. @throws AppError `RATE_LIMITED` */
    async requireLeft(kind: BudgetKind, network: string): Promise<void> {
      const row = await db
        .prepare('select used from raw_budgets where key = ?1 and hour = ?2')
        .bind(`${kind}:${network}`, hour())
        .first<{ used: number }>()
      if ((row?.used ?? 0) >= perHour[kind]) throw refusal()
    },

    /**
     * One search or screenshot that somebody is paid for. A person's own share goes first: whoever has none left
     * takes nothing from others by asking on.
     *
     * @throws AppError `RATE_LIMITED`
     */
    async payForData({ person, network }: Payer): Promise<void> {
      await spend('ownPaidData', person)
      await spend('networkPaidData', network)
      await spend('paidData', EVERYBODY)
    },
  }
}
