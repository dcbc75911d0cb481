import * as z from 'zod/mini'
import { Stats } from './stats.ts'

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

/** What a card is called where its name would stand. */
export const displayName = (playerName: string): string => playerName || 'Player'

/** `Ace #12`: what a card is called in one line. */
export const cardName = ({ playerName, jerseyNumber }: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${displayName(playerName)}${jerseyNumber === '' ? '' : ` #${jerseyNumber}`}`

/** What a tab with a card's page says, before and after scripts. */
export const cardTitle = (card: Pick<Card, 'playerName' | 'jerseyNumber'>): string =>
  `${cardName(card)} - fantasy football card`

/** The name a downloaded card is saved under: `{nickname or player}-fantasy-card.jpg`. */
export function downloadName(playerName: string): string {
  const safe = playerName
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return `${safe || 'player'}-fantasy-card.jpg`
}
