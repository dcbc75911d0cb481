import type { Act, Cost } from './model.ts'

type Figures = Readonly<Record<string, number>>

/** Of lists and pages that are answered, how many are read from the database: each isolate reads a list every two seconds. */
const LIST_MISSES = 0.02
/** Pictures have addresses that never change: the CDN answers the rest. */
const PICTURE_MISSES = 0.05
/** Milliseconds of a processor, read off the profile of a busy isolate. */
const CPU = { page: 3, list: 1, card: 2, vote: 3, message: 3 }

/** A vote in its table and indexes: the growth of an SQLite file by 100,000 of them, divided. */
const BYTES_OF_A_VOTE = 500
/** Of which 560 are in the index of names: the growth by 200,000 names of two words, divided. */
const BYTES_OF_A_CARD = 4600
const FILES_OF_A_CARD = 900_000
const BYTES_OF_A_MESSAGE = 1500

/** What `npm run bench:counts` counts of an act, and what the platform charges it as. */
const CHARGED = {
  rowsRead: 'rowRead',
  rowsWritten: 'rowWritten',
  kvReads: 'kvRead',
  kvWrites: 'kvWrite',
  r2Reads: 'r2Read',
  r2Writes: 'r2Write',
  objectCalls: 'objectRequest',
} as const

/**
 * What visitors do and what it takes, by the counts that `npm run bench` has measured. How often they do it, how much of it
 * a cache answers and the processor's time are assumed: they stand above and here.
 *
 * @throws Error for a figure that has not been measured
 */
export function actsOf(figures: Figures): readonly Act[] {
  const figure = (name: string) => {
    const value = figures[name]
    if (value === undefined) throw new Error(`not measured: ${name}`)
    return value
  }
  /** What was never asked for is not kept as a figure. */
  function counted(act: string, share = 1): Cost {
    figure(`calls: ${act}`)
    return Object.fromEntries(
      Object.entries(CHARGED).map(([kind, unit]) => [unit, (figures[`${kind}: ${act}`] ?? 0) * share]),
    )
  }
  const together = (...costs: readonly Cost[]): Cost => {
    const sum: Record<string, number> = {}
    for (const cost of costs) for (const [unit, count] of Object.entries(cost)) sum[unit] = (sum[unit] ?? 0) + count
    return sum
  }
  const rows = { top: figure('rows read: leaderboard'), recent: figure('rows read: newest eight') }
  return [
    {
      name: 'opens the first page',
      perVisitor: 1,
      cost: together(counted('page /, again'), { request: 1, cpuMs: CPU.page, rowRead: rows.recent * LIST_MISSES }),
      primaryMs: 0.2,
    },
    {
      name: 'opens the Hall',
      perVisitor: 0.5,
      cost: together(counted('page of the Hall, again'), {
        request: 3,
        cpuMs: CPU.page + 2 * CPU.list,
        rowRead: 2 * rows.top * LIST_MISSES,
      }),
      primaryMs: 0.3,
    },
    {
      name: 'opens a card',
      perVisitor: 1,
      cost: together(counted('page of a card'), counted('one card'), { request: 2, cpuMs: CPU.page + CPU.card }),
      primaryMs: 0.5,
    },
    {
      name: 'sees pictures',
      perVisitor: 20,
      cost: together(counted('tile picture, again', PICTURE_MISSES), { request: PICTURE_MISSES, cpuMs: 0.1 }),
    },
    { name: 'listens to live news', perVisitor: 1, cost: { request: 1, objectRequest: 4, cpuMs: 1 } },
    {
      name: 'votes',
      perVisitor: 1,
      cost: together(counted('a vote'), { request: 1, cpuMs: CPU.vote }),
      keeps: { database: BYTES_OF_A_VOTE },
      primaryMs: 1,
    },
    {
      name: 'makes and saves a card',
      perVisitor: 0.1,
      cost: together(counted('a generation, from photo to card'), counted('saving a card to the Hall'), {
        request: 12,
        cpuMs: figure('a generation'),
      }),
      keeps: { database: BYTES_OF_A_CARD, files: FILES_OF_A_CARD },
      primaryMs: 8,
    },
    {
      name: 'writes a message',
      perVisitor: 0.001,
      cost: together(counted('a message'), { request: 1, cpuMs: CPU.message }),
      keeps: { database: BYTES_OF_A_MESSAGE },
      primaryMs: 3,
    },
  ]
}
