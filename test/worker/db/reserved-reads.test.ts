import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const SCAN = '/rest/v1/fantasy_football_cards?jersey_number=ilike.*nobody*&order=jersey_number&limit=5'
const CARDS = 2000

/** Sets the stored card count, which determines the estimated cost of a query. */
async function seed(): Promise<void> {
  await testEnv().DB.exec(`insert or replace into public_card_counts (team_colors, cards) values ('', ${CARDS})`)
}

const used = async (kind: string) =>
  (
    await testEnv()
      .DB.prepare('select sum(used) as n from window_counters where key glob ?1')
      .bind(`${kind}:*`)
      .first<{ n: number }>()
  )?.n ?? 0

beforeEach(freshDatabase)

describe('unindexed queries', () => {
  it('reserves rows before an unindexed query runs, so that a burst cannot exceed the budget', async () => {
    await seed()
    const app = createTestApp()
    const ask = () => app.send(SCAN, { headers: { ...as.public(), 'cf-connecting-ip': '192.0.2.7' } })
    expect(await ask()).toHaveProperty('status', 200)
    // Leaves room for one more query.
    await testEnv().DB.exec(
      `insert or replace into window_counters (key, ends_at, used)
      select key, ends_at, ${4_000_000 - CARDS} from window_counters where key glob 'rows:*'`.replaceAll('\n', ' '),
    )
    const responses = await Promise.all(Array.from({ length: 12 }, ask))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(await used('rows')).toBeLessThanOrEqual(4_000_000)
  })

  it('charges an unindexed query for the rows it actually read', async () => {
    await seed()
    const app = createTestApp()
    expect(await app.send(SCAN, { headers: { ...as.public(), 'cf-connecting-ip': '192.0.2.8' } })).toHaveProperty(
      'status',
      200,
    )
    expect(await used('rows')).toBeLessThan(CARDS)
    expect(await used('allRows')).toBe(await used('rows'))
  })

  it('rejects an unindexed query only for a network whose budget is too low', async () => {
    await seed()
    const app = createTestApp()
    const ask = (ip: string) => app.send(SCAN, { headers: { ...as.public(), 'cf-connecting-ip': ip } })
    await ask('2001:db8:1:100::1')
    await testEnv().DB.exec(`update window_counters set used = ${4_000_000 - CARDS + 1} where key glob 'rows:*'`)
    const refused = await ask('2001:db8:1:200::1')
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect(await ask('2001:db8:2:100::1')).toHaveProperty('status', 200)
  })
})
