import * as z from 'zod/mini'
import { Stats } from './stats-schema.ts'

/**
 * A card's audience. `draft`: only its maker, for 30 days. `unlisted`: anyone with the link. `public`: the Hall.
 */
export const Visibility = z.enum(['draft', 'unlisted', 'public'])
export type Visibility = z.infer<typeof Visibility>

/** A card in lists and on pages. */
export const Card = z.object({
  id: z.string(),
  /** May be empty: the card then shows *Player*. */
  playerName: z.string(),
  jerseyNumber: z.string(),
  /** A team's name. */
  teamColors: z.string(),
  imageUrl: z.string(),
  stats: z.nullable(Stats),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  votes: z.int(),
  /** The maker's user id, or `anonymous`. */
  userId: z.string(),
  /** Changes with each picture; part of the pictures' URLs. */
  version: z.string(),
})
export type Card = z.infer<typeof Card>
