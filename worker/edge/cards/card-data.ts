import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { CardList, SaveCard } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LEADERBOARD_CARDS, RECENT_CARDS, RECENT_STRIP_CARDS } from '#shared/domain/limits.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { type Order, where } from '#shared/query/ast.ts'
import { columnsToSave, columnsToRecord, toCard, toCards } from './card-codec.ts'
import { CARDS } from './card-queries.ts'

const descending = (column: string): Order => ({ column, direction: 'desc' })
const byId = (id: string) => [where('id', 'eq', id)]

const LISTS: Record<Exclude<CardList, 'week' | 'trending'>, { order: Order[]; limit: number }> = {
  recent: { order: [descending('created_at')], limit: RECENT_CARDS },
  strip: { order: [descending('created_at')], limit: RECENT_STRIP_CARDS },
  new: { order: [descending('created_at')], limit: LEADERBOARD_CARDS },
  top: { order: [descending('votes'), descending('created_at')], limit: LEADERBOARD_CARDS },
}

/** Calls of the card table, with the rights of the given client. */
export class CardData {
  private readonly cards: ReturnType<Client['rest']>

  constructor(client: Client) {
    this.cards = client.rest(CARDS)
  }

  /** @param team the name of a team, or null for all */
  async list(list: keyof typeof LISTS, team: string | null = null): Promise<Card[]> {
    const filters = team === null ? [] : [where('team_colors', 'eq', team)]
    return toCards((await this.cards.select({ ...LISTS[list], filters })).map(columnsToRecord))
  }

  async get(id: string): Promise<Card | null> {
    const [row] = await this.cards.select({ filters: byId(id) })
    return row === undefined ? null : toCard(columnsToRecord(row))
  }

  /** Casts one vote. @param votes the total the visitor expects. @returns the stored card, or null for an unknown id */
  async vote(id: string, votes: number, idempotencyKey?: string): Promise<Card | null> {
    const [row] = await this.cards.update(byId(id), { votes }, { returning: true, idempotencyKey })
    return row === undefined ? null : toCard(columnsToRecord(row))
  }

  async save(card: SaveCard, userId: string, idempotencyKey?: string): Promise<Card> {
    const [row] = await this.cards.insert(columnsToSave(card, userId), { returning: true, idempotencyKey })
    if (row === undefined) throw new AppError('INTERNAL', CLIENT_FAILURE.recordNotCreated)
    return toCard(columnsToRecord(row))
  }
}
