import type { Act } from './model.ts'

type Figures = Readonly<Record<string, number>>

/** Of lists and pages that are answered, how many are read from the database: each isolate reads a list every two seconds. */
const LIST_MISSES = 0.02
/** Pictures have addresses that never change: the CDN answers the rest. */
const PICTURE_MISSES = 0.05
const CPU = { page: 3, list: 1, card: 2, vote: 3 }

/** Rows that a vote writes with its indexes, counts and triggers: a test counts them. */
export const ROWS_OF_A_VOTE = 14
/** The same of a card, from its drawing to its place in the Hall. Estimated. */
const ROWS_OF_A_CARD = 40

/** A vote in its table and indexes: the growth of an SQLite file by 100,000 of them, divided. */
const BYTES_OF_A_VOTE = 500
const BYTES_OF_A_CARD = 4000
const FILES_OF_A_CARD = 900_000

/**
 * What visitors do and what it takes, by the figures that `npm run bench` has measured; how often they do it is assumed.
 *
 * @throws Error for a figure that has not been measured
 */
export function actsOf(figures: Figures): readonly Act[] {
  const figure = (name: string) => {
    const value = figures[name]
    if (value === undefined) throw new Error(`not measured: ${name}`)
    return value
  }
  const rows = { top: figure('rows read: leaderboard'), recent: figure('rows read: newest eight') }
  const calls = {
    vote: figure('calls: a vote'),
    message: figure('calls: a message'),
    making: figure('calls: a new generation'),
  }
  return [
    {
      name: 'opens the first page',
      perVisitor: 1,
      cost: { request: 1, cpuMs: CPU.page, rowRead: rows.recent * LIST_MISSES + 2 },
      primaryMs: 0.2,
    },
    {
      name: 'opens the Hall',
      perVisitor: 0.5,
      cost: { request: 3, cpuMs: CPU.page + 2 * CPU.list, rowRead: 2 * rows.top * LIST_MISSES + 2 },
      primaryMs: 0.3,
    },
    {
      name: 'opens a card',
      perVisitor: 1,
      cost: { request: 2, cpuMs: CPU.page + CPU.card, rowRead: 3 * figure('rows read: one card') + 20 },
      primaryMs: 0.5,
    },
    { name: 'sees pictures', perVisitor: 20, cost: { request: PICTURE_MISSES, cpuMs: 0.1, r2Read: PICTURE_MISSES } },
    {
      name: 'listens to live news',
      perVisitor: 1,
      cost: { request: 1, objectRequest: 4, cpuMs: 1 },
    },
    {
      name: 'votes',
      perVisitor: 1,
      cost: {
        request: 1,
        cpuMs: CPU.vote,
        kvRead: 2,
        kvWrite: 1,
        rowRead: 12,
        rowWritten: ROWS_OF_A_VOTE,
        objectRequest: Math.max(0, calls.vote - 3),
      },
      keeps: { database: BYTES_OF_A_VOTE },
      primaryMs: 1,
    },
    {
      name: 'makes and saves a card',
      perVisitor: 0.1,
      cost: {
        request: 12,
        cpuMs: figure('a generation'),
        rowRead: 60,
        rowWritten: ROWS_OF_A_CARD,
        r2Write: 6,
        r2Read: 4,
        objectRequest: calls.making,
      },
      keeps: { database: BYTES_OF_A_CARD, files: FILES_OF_A_CARD },
      primaryMs: 8,
    },
    {
      name: 'writes a message',
      perVisitor: 0.001,
      cost: { request: 1, cpuMs: 3, kvRead: 3, kvWrite: 3, rowRead: 10, rowWritten: calls.message },
      keeps: { database: 1500 },
      primaryMs: 3,
    },
  ]
}
