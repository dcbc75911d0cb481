import { beforeEach, expect, it } from 'vitest'
import { AccountCards } from '#worker/backend/cards/account-cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

/** Cards of one account. Ten at a time share a creation second. */
const seed = (cards: number) =>
  testEnv()
    .DB.prepare(
      `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ?1)
       insert into fantasy_football_cards (id, team_colors, image_url, stats, created_at, user_id, visibility, owner,
         generation_id, drafted_at)
       select 'card-' || n, 'Chicago Bears', 'https://cards.example/' || n, '{"strength":70}',
         strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n / 10, 'unixepoch'), iif(n % 2 = 0, 'ann', 'bob'), 'public', 'v',
         'card-' || n, '2026-01-01T00:00:00.000Z'
       from numbers`,
    )
    .bind(cards)
    .run()

it('exports every card of an account once, oldest first, in batches of 500', async () => {
  await seed(2402)
  const { db, counts } = createCountingDb(testEnv().DB)
  const { cards = [] } = await new AccountCards({ db, clock: () => 0 }).list('ann')
  expect(new Set(cards.map(({ id }) => id)).size).toBe(1201)
  expect(cards).toHaveLength(1201)
  expect(cards[0]).toMatchObject({ id: 'card-0', stats: { strength: 70 } })
  const times = cards.map((card) => String(card['created_at']))
  expect(times).toEqual(times.toSorted())
  expect(counts.statements).toBe(3)
})
