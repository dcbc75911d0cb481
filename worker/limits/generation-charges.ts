import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'

export type Quota = { left: number; perDay: number; resetsAt: string }

export type ChargeLimits = {
  /** Cards per visitor and UTC day. */
  readonly perVisitorPerDay: number
  /** Paid cards per network and UTC day. Null means no limit. */
  readonly perNetworkPerDay: number | null
  /** Free questions in a row. Drawing a card resets the count. */
  readonly freeLooks: number
  /** Free adjustments per card. */
  readonly freeAdjustments: number
  /** Free redraws in another pose, per card. */
  readonly freePoses: number
  /** Free questions and adjustments per network and rolling hour. */
  readonly freePerNetworkPerHour: number
}

/** The accounts that a generation is charged to. */
export type Payer = { readonly generation: string; readonly visitor: string; readonly network: string }

/** `closed` means that the id belongs to a finished generation or to another visitor. */
export type ChargeOutcome = 'taken' | 'used up' | 'closed'

/** The change that a redraw makes to a card. Each kind has its own limit. */
export type RedrawKind = 'photo' | 'pose'

export type Wait = { readonly waitMs: number }

type ChargeRow = { state: string; visitor: string }
type Used = { used: number }
type Freed = { count: number; oldest: number | null }

const CHARGED_TODAY = `select count(*) from generation_charges
  where visitor = ?2 and day = ?4 and kind <> 'adjustment' and state <> 'returned'`
const PAID_TODAY = `select count(*) from generation_charges
  where network = ?3 and day = ?4 and kind = 'paid' and state <> 'returned'`
const INSERT = `insert into generation_charges (generation, visitor, network, day, kind, card, free_at, is_pose)`
const ADJUSTED = `select count(*) as used from generation_charges
  where card = ?1 and is_pose = ?2 and state <> 'returned'`
const ONCE = `on conflict (generation) do nothing`

/**
 * Returns true if the generation was charged or has made a card. Callers check this before they contact its Durable
 * Object.
 */
export async function isKnownGeneration(db: D1Database, id: string): Promise<boolean> {
  const found = await db
    .prepare(
      `select 1 where exists (select 1 from generation_charges where generation = ?1)
         or exists (select 1 from generations where generation_id = ?1)`,
    )
    .bind(id)
    .first()
  return found !== null
}

/**
 * The charges of generations, one row each. Every change is one conditional statement, so parallel calls never exceed a
 * limit. Repeating a change for the same generation has no effect.
 *
 * An analysis that ends with a question is charged like a card and refunded afterward. So a visitor with no cards left
 * cannot have a photo analyzed. A visitor who only probes the analysis pays for all but the first few.
 */
export class GenerationCharges {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly limits: ChargeLimits

  constructor({ db, clock, limits }: { db: D1Database; clock: Clock; limits: ChargeLimits }) {
    this.db = db
    this.clock = clock
    this.limits = limits
  }

  /** Returns the quota of a visitor who has made no cards today. */
  fullQuota(): Quota {
    return this.toQuota(0)
  }

  /** Returns the number of cards that a visitor has left today. */
  async quota(visitor: string): Promise<Quota> {
    const row = await this.db
      .prepare(
        `select count(*) as used from generation_charges
         where visitor = ?1 and day = ?2 and kind <> 'adjustment' and state <> 'returned'`,
      )
      .bind(visitor, this.today())
      .first<Used>()
    return this.toQuota(row!.used)
  }

  /** Charges one card to the visitor and, if `isPaid`, to the network. */
  async takeCard(payer: Payer, isPaid: boolean): Promise<ChargeOutcome> {
    const { generation, visitor, network } = payer
    const [, found] = await this.db.batch<ChargeRow>([
      this.db
        .prepare(
          `${INSERT} select ?1, ?2, ?3, ?4, ?5, null, null, 0
           where (${CHARGED_TODAY}) < ?6 and (?5 <> 'paid' or ?7 is null or (${PAID_TODAY}) < ?7) ${ONCE}`,
        )
        .bind(
          generation,
          visitor,
          network,
          this.today(),
          isPaid ? 'paid' : 'card',
          this.limits.perVisitorPerDay,
          this.limits.perNetworkPerDay,
        ),
      this.selectCharge(generation),
    ])
    return toTaken(found!.results[0], payer) ?? 'used up'
  }

  /**
   * Charges one of a card's free adjustments.
   *
   * @returns the outcome, or how long the network must wait for its next free adjustment
   */
  async takeAdjustment(payer: Payer, card: string, changed: RedrawKind = 'photo'): Promise<ChargeOutcome | Wait> {
    const { generation, visitor, network } = payer
    const [free, isPose] = [this.getFreeLimit(changed), Number(changed === 'pose')]
    const now = this.clock()
    const [, found, used, freed] = await this.db.batch<ChargeRow & Used & Freed>([
      this.db
        .prepare(
          `${INSERT} select ?1, ?2, ?3, ?4, 'adjustment', ?5, ?6, ?9
           where (${ADJUSTED.replace('?1', '?5').replace('?2', '?9')}) < ?7
             and (select count(*) from generation_charges where network = ?3 and free_at > ?6 - ${HOUR_MS}) < ?8 ${ONCE}`,
        )
        .bind(generation, visitor, network, this.today(), card, now, free, this.limits.freePerNetworkPerHour, isPose),
      this.selectCharge(generation),
      this.db.prepare(ADJUSTED).bind(card, isPose),
      this.selectFreed(network, now),
    ])
    const taken = toTaken(found!.results[0], payer)
    if (taken !== null) return taken
    return used!.results[0]!.used >= free ? 'used up' : toWait(freed!.results[0]!, now)
  }

  /** Returns the number of free adjustments that a card has left. */
  async freeAdjustments(card: string, changed: RedrawKind = 'photo'): Promise<number> {
    const row = await this.db
      .prepare(ADJUSTED)
      .bind(card, Number(changed === 'pose'))
      .first<Used>()
    return Math.max(0, this.getFreeLimit(changed) - row!.used)
  }

  /**
   * Returns the wait before the visitor's next photo. Returns null unless the last one ended with a question and the
   * network has used up its free quota.
   */
  async waitAfterQuestion({ visitor, network }: Omit<Payer, 'generation'>): Promise<Wait | null> {
    const now = this.clock()
    const [last, freed] = await this.db.batch<{ state: string } & Freed>([
      this.db
        .prepare(
          `select state from generation_charges where visitor = ?1 and looked_at is not null
           order by looked_at desc limit 1`,
        )
        .bind(visitor),
      this.selectFreed(network, now),
    ])
    const hadQuestion = ['returned', 'spent'].includes(last!.results[0]?.state ?? '')
    const { count } = freed!.results[0]!
    return hadQuestion && count >= this.limits.freePerNetworkPerHour ? toWait(freed!.results[0]!, now) : null
  }

  /** Makes a generation's charge final, because its card is drawn. This resets the free questions. */
  async drawn(generation: string): Promise<void> {
    await this.db
      .prepare(
        `update generation_charges set state = 'drawn', looked_at = ?2 where generation = ?1 and state = 'taken'`,
      )
      .bind(generation, this.clock())
      .run()
  }

  /** Refunds a generation that ended with a question, while free questions are left. */
  async refundQuestion(generation: string): Promise<void> {
    const select = (column: string) => `(select ${column} from generation_charges where generation = ?1)`
    const looks = `select count(*) from generation_charges where visitor = ${select('visitor')} and state = 'returned'
      and looked_at > coalesce((select max(looked_at) from generation_charges
        where visitor = ${select('visitor')} and state = 'drawn' and kind <> 'adjustment'), 0)`
    const freed = `select count(*) from generation_charges
      where network = ${select('network')} and free_at > ?2 - ${HOUR_MS} and generation <> ?1`
    const isFree = `(${looks}) < ?3 and (${freed}) < ?4`
    await this.db
      .prepare(
        `update generation_charges set looked_at = ?2,
           state = case when ${isFree} then 'returned' else 'spent' end,
           free_at = case when ${isFree} then ?2 else free_at end
         where generation = ?1 and state = 'taken'`,
      )
      .bind(generation, this.clock(), this.limits.freeLooks, this.limits.freePerNetworkPerHour)
      .run()
  }

  private today() {
    return Math.floor(this.clock() / DAY_MS)
  }

  private selectCharge(generation: string) {
    return this.db.prepare('select state, visitor from generation_charges where generation = ?1').bind(generation)
  }

  private selectFreed(network: string, now: number) {
    return this.db
      .prepare(
        `select count(*) as count, min(free_at) as oldest from generation_charges where network = ?1 and free_at > ?2`,
      )
      .bind(network, now - HOUR_MS)
  }

  private getFreeLimit(changed: RedrawKind) {
    return changed === 'pose' ? this.limits.freePoses : this.limits.freeAdjustments
  }

  private toQuota(used: number): Quota {
    return {
      left: Math.max(0, this.limits.perVisitorPerDay - used),
      perDay: this.limits.perVisitorPerDay,
      resetsAt: new Date((this.today() + 1) * DAY_MS).toISOString(),
    }
  }
}

/** @returns null if there is no row, because the limits did not allow it */
function toTaken(row: ChargeRow | undefined, { visitor }: Payer): ChargeOutcome | null {
  if (row === undefined) return null
  return row.state === 'taken' && row.visitor === visitor ? 'taken' : 'closed'
}

/** Returns the time until the oldest free use leaves the rolling hour. */
const toWait = ({ oldest }: Freed, now: number): Wait => ({ waitMs: Math.max(1, (oldest ?? now) + HOUR_MS - now) })
