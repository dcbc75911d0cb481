import { isRecord } from '../failure.ts'
import { ANALYTICS_SESSION_MS } from '../limits.ts'
import { type Channel, CHANNELS } from './event.ts'
import type { Kept } from './kept.ts'

/** One visit: what is done here without a long pause, in however many tabs. */
export type Visit = {
  readonly id: string
  /** How it began. */
  readonly channel: Channel
  /** When something was done last, in milliseconds since 1970. */
  readonly at: number
}

export function readVisit(value: unknown): Visit | null {
  if (!isRecord(value)) return null
  const { id, at } = value
  const channel = CHANNELS.find((known) => known === value['channel'])
  return typeof id === 'string' && typeof at === 'number' && channel !== undefined ? { id, at, channel } : null
}

export type Chance = { readonly now: () => number; readonly random: () => number }

/** The visit that goes on with what is done now, or a new one. A clock that was set back ends it too. */
export function continueVisit(kept: Kept<Visit>, { now, random }: Chance, channel: () => Channel): Visit {
  const at = now()
  const last = kept.get()
  const goesOn = last !== null && at - last.at < ANALYTICS_SESSION_MS && at >= last.at
  const visit = goesOn ? { ...last, at } : { id: newVisitId(at, random), channel: channel(), at }
  kept.set(visit)
  return visit
}

const newVisitId = (at: number, random: () => number) =>
  `sess_${at}_${Array.from({ length: 8 }, () => Math.floor(random() * 36).toString(36)).join('')}`
