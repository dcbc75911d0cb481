import { isRecord } from '../failure.ts'
import { ANALYTICS_SESSION_MS } from '../limits.ts'
import { type Channel, CHANNELS } from './event.ts'
import type { StoredValue } from './stored-value.ts'

/** A visit: activity without a long pause, across all tabs. */
export type Visit = {
  readonly id: string
  /** The channel that the visit began with. */
  readonly channel: Channel
  /** The last activity, in milliseconds since 1970. */
  readonly at: number
}

export function readVisit(value: unknown): Visit | null {
  if (!isRecord(value)) return null
  const { id, at } = value
  const channel = CHANNELS.find((known) => known === value['channel'])
  return typeof id === 'string' && typeof at === 'number' && channel !== undefined ? { id, at, channel } : null
}

type ClockAndRandom = { readonly now: () => number; readonly random: () => number }

/** Extends the current visit, or starts a new one. A clock that was set back also starts a new one. */
export function continueVisit(
  stored: StoredValue<Visit>,
  { now, random }: ClockAndRandom,
  channel: () => Channel,
): Visit {
  const at = now()
  const last = stored.get()
  const isCurrent = last !== null && at - last.at < ANALYTICS_SESSION_MS && at >= last.at
  const visit = isCurrent ? { ...last, at } : { id: newVisitId(at, random), channel: channel(), at }
  stored.set(visit)
  return visit
}

const newVisitId = (at: number, random: () => number) =>
  `sess_${at}_${Array.from({ length: 8 }, () => Math.floor(random() * 36).toString(36)).join('')}`
