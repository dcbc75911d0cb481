import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, noPictures, type TestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

/** The 32 teams and the row with the total. */
const ROWS_MAX = 33

let app: TestApp
let database: ReturnType<typeof createCountingDb>
beforeEach(async () => {
  await freshDatabase()
  for (const [id, team, visibility] of [
    ['d1', 'Miami Dolphins', 'public'],
    ['d2', 'Miami Dolphins', 'public'],
    ['d3', 'Miami Dolphins', 'draft'],
    ['b1', 'Chicago Bears', 'public'],
    ['g1', 'Green Bay Packers', 'unlisted'],
  ] as const)
    await seedCard({ id, team, visibility })
  database = createCountingDb(testEnv().DB)
  app = createTestApp({ pictures: noPictures }, { ...testEnv(), DB: database.db })
})

describe('GET /api/teams', () => {
  test('counts the public cards of each team, and omits teams without any', async () => {
    const response = await app.send('/api/teams')
    expect([response.status, await response.json()]).toEqual([
      200,
      { cards: { 'Miami Dolphins': 2, 'Chicago Bears': 1 } },
    ])
  })

  test('reads the stored team counts once, and serves them from the cache afterwards', async () => {
    await app.send('/api/teams')
    const { statements, rowsRead } = database.counts
    expect(statements).toBe(1)
    expect(rowsRead).toBeLessThanOrEqual(ROWS_MAX)
    const tag = (await app.send('/api/teams')).headers.get('etag')!
    expect((await app.send('/api/teams', { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect(database.counts.statements).toBe(1)
  })
})
