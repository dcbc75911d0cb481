import type { Client } from '#shared/client/index.ts'
import type { Row } from '#shared/client/rows.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { Visibility } from '#shared/domain/card.ts'
import { type Tier, TIERS } from '#shared/domain/rarity.ts'
import { Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import type { CardWords } from '#worker/render/formats/format.ts'
import { serialOf } from '#worker/render/serial.ts'
import { CARDS } from '../card-data.ts'

/** All that a card's pictures are made from, and who may see them. */
export type CardFacts = CardWords & {
  readonly id: string
  /** The address of its front. */
  readonly imageUrl: string
  readonly visibility: Visibility
}

/**
 * What there is to know of a card, asked with the service key: no public caller can read all of it. Null when there
 * is no such card, or none of a team that can be drawn.
 *
 * @param service the backend with the service key
 */
export async function readCardFacts(service: Client, id: string): Promise<CardFacts | null> {
  const row = await service.db.table(CARDS).get(id)
  return row === null ? null : factsOf(row)
}

/** @param row a record of the card table, with all its columns */
export function factsOf(row: Row): CardFacts | null {
  const visibility = Visibility.safeParse(row['visibility'])
  const team = getTeam(textOf(row['teamColors']))
  if (!visibility.success || team === null) return null
  const id = textOf(row['id'])
  const stats = Stats.safeParse(row['stats'])
  return {
    id,
    imageUrl: textOf(row['imageUrl']),
    visibility: visibility.data,
    playerName: textOf(row['playerName']),
    jerseyNumber: textOf(row['jerseyNumber']),
    team,
    armor: getArmor(textOf(row['armor'])) ?? getArmor('none')!,
    stats: stats.success ? stats.data : null,
    tier: stats.success ? tierOf(row['tier']) : null,
    serial: serialOf(id),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const tierOf = (value: unknown): Tier | null => TIERS.find((tier) => tier === value) ?? null
