import type { Client } from '#shared/client/index.ts'
import type { SaveCard } from '#shared/contracts/cards.ts'
import { Card } from '#shared/domain/card.ts'
import { LEADERBOARD_CARDS, RECENT_CARDS, RECENT_STRIP_CARDS } from '#shared/domain/limits.ts'
import type { CardList } from '#shared/contracts/cards.ts'
import { readCardRow } from './card-row.ts'

const LISTS = {
  recent: { order: 'created_at.desc', limit: RECENT_CARDS },
  strip: { order: 'created_at.desc', limit: RECENT_STRIP_CARDS },
  top: { order: 'votes.desc,created_at.desc', limit: LEADERBOARD_CARDS },
} as const satisfies Record<CardList, { order: string; limit: number }>

/** The product's six calls of the card data service, and nothing else. */
export function createCardData(client: Client) {
  const cards = client.rest('fantasy_football_cards')

  return {
    list: async (list: CardList): Promise<Card[]> =>
      (await cards.select(`select=*&order=${LISTS[list].order}&limit=${LISTS[list].limit}`)).map(readCardRow),

    async get(id: string): Promise<Card | null> {
      const rows = await cards.select(`id=eq.${encodeURIComponent(id)}&select=*`)
      return rows[0] === undefined ? null : readCardRow(rows[0])
    },

    /** States the total the visitor wants to see; the effect is one vote. @returns the true row, null for an unknown id. */
    async vote(id: string, votes: number): Promise<Card | null> {
      const rows = await cards.update(`id=eq.${encodeURIComponent(id)}`, { votes })
      return rows[0] === undefined ? null : readCardRow(rows[0])
    },

    async save(card: SaveCard, userId: string): Promise<Card> {
      const row = await cards.insert({
        player_name: card.playerName,
        jersey_number: card.jerseyNumber,
        team_colors: card.teamColors,
        image_url: card.imageUrl,
        stats: card.stats,
        user_id: userId,
        votes: 0,
      })
      return readCardRow(row)
    },
  }
}
