import * as z from 'zod/mini'
import { Stats } from './stats-schema.ts'

/**
 * A card's audience. `draft`: its maker only, for 30 days. `unlisted`: every visitor with its address. `public`: the Hall.
 */
export const Visibility = z.enum(['draft', 'unlisted', 'public'])
export type Visibility = z.infer<typeof Visibility>

/** A card as lists and pages show it. */
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
  /** Changes whenever a picture of it does; part of its pictures' addresses. */
  version: z.string(),
})
export type Card = z.infer<typeof Card>
