import * as z from 'zod/mini'
import { Generation } from './generations.ts'

/**
 * Messages of the product on its realtime channels. Only the service publishes on them; every client may subscribe.
 * `hall` is the Hall of Fame, `card:{id}` one card, `job:{id}` one generation, whose id only the card's owners know.
 */

export const HALL_CHANNEL = 'hall'
export const cardChannel = (id: string): string => `card:${id}`
export const jobChannel = (id: string): string => `job:${id}`

export type LiveChannel =
  | { readonly kind: 'hall' }
  | { readonly kind: 'card'; readonly id: string }
  | { readonly kind: 'job'; readonly id: string }

/** Which of the product's channels a name means; null for all other channels of the project. */
export function readLiveChannel(name: string): LiveChannel | null {
  if (name === HALL_CHANNEL) return { kind: 'hall' }
  const [, kind, id] = /^(card|job):(.*)$/s.exec(name) ?? []
  return kind === undefined || id === undefined ? null : { kind: kind === 'card' ? 'card' : 'job', id }
}

export const isProductChannel = (name: string): boolean => readLiveChannel(name) !== null

/** On `hall` and `card:{id}`: totals as they are now, one entry per card. Merged to at most four messages a second. */
export const LiveVotes = z.object({
  cards: z.array(z.object({ id: z.string(), votes: z.int().check(z.nonnegative()) })),
})
export type LiveVotes = z.infer<typeof LiveVotes>

/**
 * `card` on `hall`: a card that everybody may see from now on; on `card:{id}`: one whose name has changed. `gone` on
 * `hall` and `card:{id}`: one that was taken away.
 */
export const LiveCard = z.object({ id: z.string() })
export type LiveCard = z.infer<typeof LiveCard>

/** On `job:{id}`: how far it is. What came of it is asked for once it is over: `GET /api/generations/{id}`. */
export const LiveGeneration = z.pick(Generation, { id: true, state: true, attempt: true, attempts: true })
export type LiveGeneration = z.infer<typeof LiveGeneration>

/** The `type` of a message and the shape of its `data`. */
export const LIVE_MESSAGES = { votes: LiveVotes, card: LiveCard, gone: LiveCard, generation: LiveGeneration } as const
export type LiveType = keyof typeof LIVE_MESSAGES
export type LiveData<T extends LiveType> = z.infer<(typeof LIVE_MESSAGES)[T]>
