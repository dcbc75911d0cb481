import { testEnv } from '../../support/env.ts'

export type Named = { readonly id: string; readonly name: string; readonly visibility: string; readonly votes: number }

/** Inserts cards with one statement. Their names may exceed the visitors' limit. */
export const seedNamed = (cards: readonly Named[]) =>
  testEnv()
    .DB.prepare(
      `insert into fantasy_football_cards (id, player_name, visibility, votes, team_colors, image_url, created_at, owner, generation_id, drafted_at)
       select value ->> 'id', value ->> 'name', value ->> 'visibility', value ->> 'votes', 'Chicago Bears', '', '2026-01-01T00:00:00.000Z', '', value ->> 'id', ''
         from json_each(?)`,
    )
    .bind(JSON.stringify(cards))
    .run()

export const toNumberedId = (what: string, i: number) => `${what}-${String(i).padStart(4, '0')}`

/** Inserts cards with the same name. */
export const seedMany = (name: string, cards: number, visibility = 'public') =>
  seedNamed(Array.from({ length: cards }, (_, i) => ({ id: toNumberedId(visibility, i), name, visibility, votes: 0 })))
