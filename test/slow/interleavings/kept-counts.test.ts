import { expect, test } from 'vitest'
import { createTestApp, noPictures } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { runBatch, seededCards } from '../../support/seeded-cards.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const CARDS = 'fantasy_football_cards'

const all = async (sql: string, ...values: (string | number)[]) =>
  (
    await testEnv()
      .DB.prepare(sql)
      .bind(...values)
      .all<Record<string, string | number>>()
  ).results
const run = (sql: string, ...values: (string | number)[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .run()

/** Compares the stored counts with a full count, just after the windows moved. */
async function compare(now: number) {
  const week = `(select coalesce(sum(votes), 0) from vote_tallies where card = c.id and day >= ${Math.floor(now / DAY_MS) - 7})`
  const trending = `(select count(*) from votes where card = c.id and at > ${now - 2 * DAY_MS})`
  const wrong = await all(
    `select id from ${CARDS} c where week_votes <> ${week} or trending_votes <> ${trending} limit 5`,
  )
  expect(wrong).toEqual([])
  const stored = await all('select team_colors, cards from public_card_counts where cards > 0 order by 1')
  const counted = await all(
    `select '' as team_colors, count(*) as cards from ${CARDS} where visibility = 'public'
     union all select team_colors, count(*) from ${CARDS} where visibility = 'public' group by 1 order by 1`,
  )
  expect(stored).toEqual(counted)
  const places = await all(`select sitemap_place as place from ${CARDS} where sitemap_place is not null order by 1`)
  expect(new Set(places.map(({ place }) => place)).size).toBe(places.length)
  const placeless = `select id from ${CARDS} where visibility = 'public' and votes > 0 and sitemap_place is null`
  expect(await all(placeless)).toEqual([])
}

test('matches the stored counts with a full count as votes and cards change over time', async () => {
  await freshDatabase()
  let now = NOW
  const app = createTestApp({ pictures: noPictures, clock: () => now })
  const readLists = async () => {
    for (const list of ['week', 'trending']) expect((await app.send(`/api/cards?list=${list}`)).status).toBe(200)
  }
  for (const batch of seededCards({ cards: 400, seed: 7, until: NOW })) await runBatch(testEnv().DB, batch)
  await readLists()
  await compare(now)

  // Whole minutes, like the windows, and past the end of several days.
  for (const [step, minutes] of [17, 61, 600, 1440, 3000, 1, 5000, 2881].entries()) {
    now += minutes * 60_000
    const some = (await all(`select id from ${CARDS} order by id limit 25 offset ?`, step * 30)).map(({ id }) => id!)
    for (const [n, id] of some.entries()) {
      await run(
        'insert into votes (voter, card, at) values (?, ?, ?) on conflict do nothing',
        `new-${step}-${n}`,
        id,
        now,
      )
      await run(`update votes set at = ? where card = ? and at < ?`, now, id, now - DAY_MS)
    }
    await run(`update ${CARDS} set hidden_from = visibility, visibility = 'draft' where id = ?`, some[0]!)
    await run(`update ${CARDS} set visibility = 'unlisted' where id = ?`, some[1]!)
    await run(`update ${CARDS} set visibility = 'public' where id = ?`, some[2]!)
    await run(`update ${CARDS} set team_colors = 'Dallas Cowboys' where id = ?`, some[3]!)
    await run(`delete from ${CARDS} where id = ?`, some[4]!)
    await run(
      `update ${CARDS} set visibility = hidden_from, hidden_from = null where hidden_from is not null and id > ?`,
      some[5]!,
    )
    await readLists()
    await compare(now)
  }
  const { n } = (await all('select count(*) as n from votes'))[0]!
  expect(n).toBeGreaterThan(300)
})
