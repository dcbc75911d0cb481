import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'

export type Quota = { left: number; perDay: number; resetsAt: string }

export type ChargeLimits = {
  /** Cards of one visitor per UTC day. */
  readonly perVisitorPerDay: number
  /** Cards of everybody behind one address per UTC day, where a card costs money. Null: no limit. */
  readonly perNetworkPerDay: number | null
  /** Questions in a row that cost nothing; drawing a card begins anew. */
  readonly freeLooks: number
  /** Per card. */
  readonly freeAdjustments: number
  /** Redraws in another pose, per card. */
  readonly freePoses: number
  /** Questions and adjustments that cost nothing, of everybody behind one address, per rolling hour. */
  readonly freePerNetworkPerHour: number
}

/** The accounts that a generation is charged to. */
export type Payer = { readonly generation: string; readonly visitor: string; readonly network: string }

/** `closed`: the id has been used for a generation that is over, or is another visitor's. */
export type Taken = 'taken' | 'used up' | 'closed'

export type GenerationCharges = ReturnType<typeof createGenerationCharges>

/** The change that a redraw makes to a card. Each kind has its own count. */
export type Changed = 'photo' | 'pose'

export type Wait = { readonly waitMs: number }

type Standing = { state: string; visitor: string }
type Used = { used: number }
type Freed = { count: number; oldest: number | null }

const OF_TODAY = `select count(*) from generation_charges
  where visitor = ?2 and day = ?4 and kind <> 'adjustment' and state <> 'returned'`
const OF_NETWORK = `select count(*) from generation_charges
  where network = ?3 and day = ?4 and kind = 'paid' and state <> 'returned'`
const INSERT = `insert into generation_charges (generation, visitor, network, day, kind, card, free_at, is_pose)`
const ADJUSTED = `select count(*) as used from generation_charges
  where card = ?1 and is_pose = ?2 and state <> 'returned'`
const ONCE = `on conflict (generation) do nothing`

/**
 * True when there was a generation of this name: it was charged for, or has made a card. Its object is asked for no
 * other.
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
 * The charges of generations, one row each. Every act is one conditional statement: of any number of parallel ones
 * exactly the allowed ones pass, and done again for the same generation it changes nothing.
 *
 * A look at a photo that ends with a question is paid for like any card and given back afterwards: a visitor without a
 * card left has no photo looked at, and one that sends photos only to learn what is found in them pays for all but the
 * first few.
 */
export function createGenerationCharges({ db, clock, limits }: { db: D1Database; clock: Clock; limits: ChargeLimits }) {
  const today = () => Math.floor(clock() / DAY_MS)
  const standingOf = (generation: string) =>
    db.prepare('select state, visitor from generation_charges where generation = ?1').bind(generation)

  /** Null: there is no row, because none was allowed. */
  function takenOf(row: Standing | undefined, { visitor }: Payer): Taken | null {
    if (row === undefined) return null
    return row.state === 'taken' && row.visitor === visitor ? 'taken' : 'closed'
  }

  function freedOf(network: string, now: number) {
    return db
      .prepare(
        `select count(*) as count, min(free_at) as oldest from generation_charges where network = ?1 and free_at > ?2`,
      )
      .bind(network, now - HOUR_MS)
  }

  /** Until the oldest of the hour's free ones is an hour old. */
  const waitOf = ({ oldest }: Freed, now: number): Wait => ({ waitMs: Math.max(1, (oldest ?? now) + HOUR_MS - now) })

  const freeOf = (changed: Changed) => (changed === 'pose' ? limits.freePoses : limits.freeAdjustments)

  const quotaOf = (used: number): Quota => ({
    left: Math.max(0, limits.perVisitorPerDay - used),
    perDay: limits.perVisitorPerDay,
    resetsAt: new Date((today() + 1) * DAY_MS).toISOString(),
  })

  return {
    /** The quota of a visitor who has made nothing yet. */
    fullQuota: (): Quota => quotaOf(0),

    /** How many cards a visitor has left today. */
    async quota(visitor: string): Promise<Quota> {
      const row = await db
        .prepare(
          `select count(*) as used from generation_charges
           where visitor = ?1 and day = ?2 and kind <> 'adjustment' and state <> 'returned'`,
        )
        .bind(visitor, today())
        .first<Used>()
      return quotaOf(row!.used)
    },

    /** Takes one of the visitor's cards, and with `isPaid` one of its network's. */
    async takeCard(payer: Payer, isPaid: boolean): Promise<Taken> {
      const { generation, visitor, network } = payer
      const [, found] = await db.batch<Standing>([
        db
          .prepare(
            `${INSERT} select ?1, ?2, ?3, ?4, ?5, null, null, 0
             where (${OF_TODAY}) < ?6 and (?5 <> 'paid' or ?7 is null or (${OF_NETWORK}) < ?7) ${ONCE}`,
          )
          .bind(
            generation,
            visitor,
            network,
            today(),
            isPaid ? 'paid' : 'card',
            limits.perVisitorPerDay,
            limits.perNetworkPerDay,
          ),
        standingOf(generation),
      ])
      return takenOf(found!.results[0], payer) ?? 'used up'
    },

    /**
     * Takes one of a card's free adjustments.
     *
     * @returns also for how long the network has to wait for its next free one
     */
    async takeAdjustment(payer: Payer, card: string, changed: Changed = 'photo'): Promise<Taken | Wait> {
      const { generation, visitor, network } = payer
      const [free, isPose] = [freeOf(changed), Number(changed === 'pose')]
      const now = clock()
      const [, found, used, freed] = await db.batch<Standing & Used & Freed>([
        db
          .prepare(
            `${INSERT} select ?1, ?2, ?3, ?4, 'adjustment', ?5, ?6, ?9
             where (${ADJUSTED.replace('?1', '?5').replace('?2', '?9')}) < ?7
               and (select count(*) from generation_charges where network = ?3 and free_at > ?6 - ${HOUR_MS}) < ?8 ${ONCE}`,
          )
          .bind(generation, visitor, network, today(), card, now, free, limits.freePerNetworkPerHour, isPose),
        standingOf(generation),
        db.prepare(ADJUSTED).bind(card, isPose),
        freedOf(network, now),
      ])
      const taken = takenOf(found!.results[0], payer)
      if (taken !== null) return taken
      return used!.results[0]!.used >= free ? 'used up' : waitOf(freed!.results[0]!, now)
    },

    /** How many more adjustments of a card cost nothing. */
    async freeAdjustments(card: string, changed: Changed = 'photo'): Promise<number> {
      const row = await db
        .prepare(ADJUSTED)
        .bind(card, Number(changed === 'pose'))
        .first<Used>()
      return Math.max(0, freeOf(changed) - row!.used)
    },

    /**
     * For how long a visitor whose last photo ended with a question has to wait with the next one, because its network
     * has used up what is free. Null: not at all. A visitor that has not been asked is never kept waiting.
     */
    async waitAfterQuestion({ visitor, network }: Omit<Payer, 'generation'>): Promise<Wait | null> {
      const now = clock()
      const [last, freed] = await db.batch<{ state: string } & Freed>([
        db
          .prepare(
            `select state from generation_charges where visitor = ?1 and looked_at is not null
             order by looked_at desc limit 1`,
          )
          .bind(visitor),
        freedOf(network, now),
      ])
      const wasAsked = ['returned', 'spent'].includes(last!.results[0]?.state ?? '')
      const { count } = freed!.results[0]!
      return wasAsked && count >= limits.freePerNetworkPerHour ? waitOf(freed!.results[0]!, now) : null
    },

    /** A generation's photo is drawn: what it has cost stays, and the free looks begin anew. */
    async drawn(generation: string): Promise<void> {
      await db
        .prepare(
          `update generation_charges set state = 'drawn', looked_at = ?2 where generation = ?1 and state = 'taken'`,
        )
        .bind(generation, clock())
        .run()
    },

    /** A generation ended with a question: gives back what it has cost, while looks are free. */
    async asked(generation: string): Promise<void> {
      const of = (column: string) => `(select ${column} from generation_charges where generation = ?1)`
      const looks = `select count(*) from generation_charges where visitor = ${of('visitor')} and state = 'returned'
        and looked_at > coalesce((select max(looked_at) from generation_charges
          where visitor = ${of('visitor')} and state = 'drawn' and kind <> 'adjustment'), 0)`
      const freed = `select count(*) from generation_charges
        where network = ${of('network')} and free_at > ?2 - ${HOUR_MS} and generation <> ?1`
      const isFree = `(${looks}) < ?3 and (${freed}) < ?4`
      await db
        .prepare(
          `update generation_charges set looked_at = ?2,
             state = case when ${isFree} then 'returned' else 'spent' end,
             free_at = case when ${isFree} then ?2 else free_at end
           where generation = ?1 and state = 'taken'`,
        )
        .bind(generation, clock(), limits.freeLooks, limits.freePerNetworkPerHour)
        .run()
    },
  }
}
