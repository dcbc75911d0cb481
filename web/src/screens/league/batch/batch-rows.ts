import { CodedError } from '#shared/client/coded-error.ts'
import type { GenerationState } from '#shared/contracts/generations.ts'
import type { League } from '#shared/contracts/league.ts'
import { BATCH_PHOTOS, LEAGUE_SEATS } from '#shared/domain/league.ts'
import type { StoredPhoto, StoredRow } from '#web/data/batch-store.ts'
import { getMessage } from '#web/lib/failure.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'

/** Number of cards in a batch that are generated concurrently. */
const AT_ONCE = 2

export type BatchPhoto = Omit<StoredPhoto, 'id' | 'sent'> &
  PreparedPhoto & {
    sent: StoredPhoto['sent']
  }

export type RowStatus =
  | { name: 'preparing' }
  /** The file is not a usable photo. */
  | { name: 'unreadable'; words: string }
  | { name: 'ready' }
  | { name: 'queued' }
  | { name: 'sending' }
  | { name: 'drawing'; state: GenerationState }
  | { name: 'seating' }
  | { name: 'done'; cardId: string }
  /** Rejected for now. Retried automatically at `until`, in milliseconds since 1970. */
  | { name: 'limited'; words: string; until: number }
  | { name: 'failed'; words: string }

export type Row = Pick<StoredRow, 'id' | 'name' | 'seat' | 'number' | 'job' | 'cardId'> & {
  photo: BatchPhoto | null
  status: RowStatus
}

const isActive = ({ status }: Row): boolean => ['sending', 'drawing', 'seating'].includes(status.name)

/** True from the press until the row ends. Its fields are read-only meanwhile. */
export const isStarted = (row: Row): boolean => isActive(row) || ['queued', 'limited'].includes(row.status.name)

/** True if the visitor can start the row's card. */
export const isOpen = ({ status }: Row): boolean => ['ready', 'failed'].includes(status.name)

/**
 * Returns the rows to start now. A rate limit on one row pauses the others too.
 *
 * @param now milliseconds since 1970
 * @example pickStarts(rows, Date.now()).forEach(start)
 */
export function pickStarts(rows: readonly Row[], now: number): readonly Row[] {
  if (getPause(rows, now) !== null) return []
  const places = AT_ONCE - rows.filter(isActive).length
  const waiting = rows.filter(({ status }) => status.name === 'limited' || status.name === 'queued')
  return waiting.slice(0, Math.max(0, places))
}

/** Returns the time at which a paused batch resumes, or null if it is not paused. */
export function getPause(rows: readonly Row[], now: number): number | null {
  const ends = rows.flatMap(({ status }) => (status.name === 'limited' && status.until > now ? [status.until] : []))
  return ends.length === 0 ? null : Math.max(...ends)
}

/** Returns the free seats, and those of members without a card, as a map from seat number to team name. */
export function listOpenSeats({ seats }: League): ReadonlyMap<number, string | null> {
  const takenSeats = new Map(seats.map((seat) => [seat.number, seat]))
  return new Map(
    Array.from({ length: LEAGUE_SEATS }, (_, index) => index + 1).flatMap((number) => {
      const seat = takenSeats.get(number)
      return seat === undefined || seat.card === null ? [[number, seat?.teamName ?? null]] : []
    }),
  )
}

/** Returns the lowest open seat that no row uses, or null if there is none. */
export function findSeat(rows: readonly Row[], open: ReadonlyMap<number, string | null>): number | null {
  const taken = new Set(rows.map(({ seat }) => seat))
  return [...open.keys()].find((number) => !taken.has(number)) ?? null
}

/** Returns the number of photos that still fit in the batch. */
export const countRoom = (rows: readonly Row[], open: ReadonlyMap<number, string | null>): number =>
  Math.max(
    0,
    Math.min(BATCH_PHOTOS, open.size) -
      rows.filter(({ status }) => status.name !== 'done' && status.name !== 'unreadable').length,
  )

export type RowFault = { field: 'photo' | 'name' | 'seat'; words: string }

/** Returns the first problem that prevents a row from starting, or null. The photo comes first. */
export function findFault(row: Row, rows: readonly Row[], open: ReadonlyMap<number, string | null>): RowFault | null {
  const { photo, name, seat, id, cardId } = row
  if (cardId === null && photo?.sent === null) return { field: 'photo', words: describeFaces(photo.faces.length) }
  if (name.trim() === '') return { field: 'name', words: 'Add a name.' }
  if (seat === null) return { field: 'seat', words: 'Pick a seat.' }
  if (!open.has(seat)) return { field: 'seat', words: 'This seat is taken now. Pick another one.' }
  const isTwice = rows.some((other) => other.id !== id && other.seat === seat && other.status.name !== 'done')
  return isTwice ? { field: 'seat', words: 'Two photos have this seat.' } : null
}

const describeFaces = (faces: number): string =>
  faces > 1
    ? `${faces} faces found. Adjust the photo to pick one.`
    : 'No clear face found. Adjust the photo to show it.'

/** Delay before a retry when the server does not send one. */
const UNKNOWN_WAIT_MS = 60_000

/** Returns the status of a row whose call failed. A 429 or 503 is retried automatically, other failures are not. */
export function toRefusal(thrown: unknown, now: number): RowStatus {
  const words = getMessage(thrown)
  if (!(thrown instanceof CodedError) || (thrown.status !== 429 && thrown.status !== 503))
    return { name: 'failed', words }
  const { resetsAt } = (thrown.details ?? {}) as { resetsAt?: string }
  const delayMs = thrown.retryAfterSeconds === null ? UNKNOWN_WAIT_MS : thrown.retryAfterSeconds * 1000
  return { name: 'limited', words, until: resetsAt === undefined ? now + delayMs : Date.parse(resetsAt) }
}

/** Number of steps in a row's progress bar. */
export const STEPS = 6
const STEP_OF_STATE = { checking: 2, drawing: 3, finishing: 4 } as Readonly<Record<string, number>>

/** Returns a row's current step of {@link STEPS}, or null if it is not started. */
export function getStep(status: RowStatus): number | null {
  if (status.name === 'queued') return 0
  if (status.name === 'sending') return 1
  if (status.name === 'drawing') return STEP_OF_STATE[status.state] ?? 4
  if (status.name === 'seating') return 5
  return status.name === 'done' ? STEPS : null
}
