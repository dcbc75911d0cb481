import { expect } from 'vitest'
import { testEnv } from '../../support/env.ts'

export type Named = { readonly id: string; readonly name: string; readonly visibility: string; readonly votes: number }

/** Cards by one statement, whose names may be longer than a visitor's. */
export const seedNamed = (cards: readonly Named[]) =>
  testEnv()
    .DB.prepare(
      `insert into fantasy_football_cards (id, player_name, visibility, votes, team_colors, image_url, created_at, owner, generation_id, drafted_at)
       select value ->> 'id', value ->> 'name', value ->> 'visibility', value ->> 'votes', 'Chicago Bears', '', '2026-01-01T00:00:00.000Z', '', value ->> 'id', ''
         from json_each(?)`,
    )
    .bind(JSON.stringify(cards))
    .run()

export const numbered = (what: string, i: number) => `${what}-${String(i).padStart(4, '0')}`

/** Cards with one name. */
export const seedMany = (name: string, cards: number, visibility = 'public') =>
  seedNamed(Array.from({ length: cards }, (_, i) => ({ id: numbered(visibility, i), name, visibility, votes: 0 })))

/** Each three consecutive characters of a name, and its ends; an empty part for one that is too long for the index. */
function partsIn(name: string): string[] {
  const characters = [...name]
  if (characters.length > 128) return ['']
  const cut = characters.map((_, i) => characters.slice(i, i + 3).join(''))
  return [...new Set(cut.map((part) => part.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}

/** The index has what the names of public cards say, and nothing else. */
export async function expectIndexed() {
  const { DB } = testEnv()
  const { results: cards } = await DB.prepare(
    `select id, player_name as name from fantasy_football_cards where visibility = 'public'`,
  ).all<{ id: string; name: string }>()
  const { results: index } = await DB.prepare('select card, part from card_name_parts').all<
    Record<'card' | 'part', string>
  >()
  const due = cards.flatMap(({ id, name }) => partsIn(name).map((part) => `${id} ${part}`))
  expect(index.map(({ card, part }) => `${card} ${part}`).toSorted()).toEqual(due.toSorted())
}
