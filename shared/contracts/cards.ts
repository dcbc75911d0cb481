import * as z from 'zod/mini'
import { Card, Visibility } from '../domain/card.ts'
import { Stats } from '../domain/stats.ts'

/** `GET /api/cards?list=`: the three lists of the product. */
export const CardList = z.enum(['recent', 'strip', 'top'])
export type CardList = z.infer<typeof CardList>

export const CardsAnswer = z.object({ cards: z.array(Card) })

/** `POST /api/cards`: what Save to Hall sends. The image must be one of this visitor's generations. */
export const SaveCard = z.object({
  playerName: z.string(),
  jerseyNumber: z.string(),
  teamColors: z.string(),
  imageUrl: z.string(),
  stats: Stats,
})
export type SaveCard = z.infer<typeof SaveCard>

/** `POST /api/cards/{id}/votes`: the total the visitor saw, plus one. It states an intent; the effect is one vote. */
export const CastVote = z.object({ votes: z.int() })
export type CastVote = z.infer<typeof CastVote>

/** Details of a refused vote (code `23505` or `RATE_LIMITED`). */
export const VoteRefusal = z.object({
  /** ISO 8601, UTC: when this visitor may vote for the card again. */
  nextVoteAt: z.string(),
  /** Whether only this card has to wait, or every vote of this voter. Missing: only this card. */
  scope: z.optional(z.enum(['card', 'voter'])),
})
export type VoteRefusal = z.infer<typeof VoteRefusal>

/** `POST /api/cards/{id}/share`: a draft becomes unlisted, so that its address works for everybody. */
export const SharedCard = z.object({ id: z.string(), visibility: Visibility, url: z.string() })
export type SharedCard = z.infer<typeof SharedCard>
