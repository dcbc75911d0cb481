import * as z from 'zod/mini'
import { Generation } from './generations.ts'

/**
 * Messages on the product's realtime channels. Only the server publishes there; every client may subscribe. `hall` is
 * the Hall of Fame, `card:{id}` one card, `job:{id}` one generation, whose id only the card's owners know, and
 * `league:{id}` one league, whose id is a hash of its code.
 */

export const HALL_CHANNEL = 'hall'
export const cardChannel = (id: string): string => `card:${id}`
export const jobChannel = (id: string): string => `job:${id}`
export const leagueChannel = (id: string): string => `league:${id}`

export type LiveChannel =
  | { readonly kind: 'hall' }
  | { readonly kind: 'card'; readonly id: string }
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'league'; readonly id: string }

/** Parses the name of a product channel. Returns null for any other channel. */
export function readLiveChannel(name: string): LiveChannel | null {
  if (name === HALL_CHANNEL) return { kind: 'hall' }
  const [, kind, id] = /^(card|job|league):(.*)$/s.exec(name) ?? []
  return kind === undefined || id === undefined ? null : { kind: kind as 'card' | 'job' | 'league', id }
}

export const isProductChannel = (name: string): boolean => readLiveChannel(name) !== null

/** On `hall` and `card:{id}`: current totals, one entry per card. Batched to at most four messages per second. */
export const LiveVotes = z.object({
  cards: z.array(z.object({ id: z.string(), votes: z.int().check(z.nonnegative()) })),
})
export type LiveVotes = z.infer<typeof LiveVotes>

/**
 * `card` on `hall`: a card that became public; on `card:{id}`: one whose name changed. `gone` on `hall` and `card:{id}`:
 * a card that was taken down.
 */
export const LiveCard = z.object({ id: z.string() })
export type LiveCard = z.infer<typeof LiveCard>

/** On `job:{id}`: its progress. Fetch the result from `GET /api/generations/{id}` once it has ended. */
export const LiveGeneration = z.pick(Generation, { id: true, state: true, attempt: true, attempts: true })
export type LiveGeneration = z.infer<typeof LiveGeneration>

/** On `league:{id}`: the league, its seats or their cards changed. Clients refetch the league with its code. */
export const LiveLeague = z.object({ version: z.int() })
export type LiveLeague = z.infer<typeof LiveLeague>

/** The `type` of a message and the shape of its `data`. */
export const LIVE_MESSAGES = {
  votes: LiveVotes,
  card: LiveCard,
  gone: LiveCard,
  generation: LiveGeneration,
  league: LiveLeague,
} as const
export type LiveType = keyof typeof LIVE_MESSAGES
export type LiveData<T extends LiveType> = z.infer<(typeof LIVE_MESSAGES)[T]>
