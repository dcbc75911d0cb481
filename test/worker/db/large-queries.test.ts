import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'

const PUBLIC = 'public-fantasy-cards'
const SERVICE = 'service-key-for-tests-0123456789abcdef'
const repeated = (part: string, times: number) => Array.from({ length: times }, () => part).join(',')

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

const ask = async (search: string, apikey: string) => {
  const response = await createTestApp().send(`/rest/v1/fantasy_football_cards?${search}`, { headers: { apikey } })
  return { status: response.status, code: ((await response.json()) as { code?: string }).code ?? null }
}

describe('a query that is far too large', () => {
  test.each([
    ['orders', `order=${repeated('votes', 9)}`],
    ['orders beyond what the database takes', `order=${repeated('votes', 150)}`],
    ['orders with a cursor', `order=${repeated('votes', 150)}&cursor=c1`],
    ['columns', `select=${Array.from({ length: 33 }, (_, i) => `a${i}:stats`).join(',')}`],
  ])('in its %s is refused by name and never breaks anything', async (_what, search) => {
    expect(await ask(search, PUBLIC)).toEqual({ status: 400, code: 'PGRST100' })
  })

  test.each([
    ['orders', `order=${repeated('votes', 3000)}`],
    ['orders with a cursor', `order=${repeated('votes', 3000)}&cursor=c1`],
    ['columns', `select=${Array.from({ length: 2500 }, (_, i) => `a${i}:votes`).join(',')}`],
  ])('in its %s is a clear answer for the service key too', async (_what, search) => {
    expect((await ask(search, SERVICE)).status).toBeLessThan(500)
  })

  test('is not one that orders by eight and selects all', async () => {
    expect((await ask(`order=${repeated('votes', 8)}&select=*`, PUBLIC)).status).toBe(200)
  })

  const JSON_TEXT = encodeURIComponent('{"a":1}')
  const PLAIN = repeated('votes.eq.1', 10).split(',')
  const conditions = (...all: readonly string[]) => `or=(${all.join(',')})`

  test.each([
    ['eq', [`stats.eq.${JSON_TEXT}`, ...PLAIN]],
    ['neq', [`stats.neq.${JSON_TEXT}`, ...PLAIN]],
    ['in, for each value', [`stats.in.(1,2)`]],
  ])('counts a comparison of JSON as ten: %s', async (_operator, within) => {
    expect((await ask(conditions(...within), PUBLIC)).status).toBe(200)
    const beyond = await ask(conditions(...within, 'votes.eq.2'), PUBLIC)
    expect(beyond).toEqual({ status: 400, code: 'PGRST100' })
  })

  test('counts every other comparison as one, of JSON too', async () => {
    const nineteen = repeated('votes.eq.1', 19).split(',')
    expect((await ask(conditions('stats.is.null', ...nineteen), PUBLIC)).status).toBe(200)
    expect((await ask(conditions('player_name.eq.a', ...nineteen), PUBLIC)).status).toBe(200)
    expect((await ask(conditions('player_name.in.(a,b,c)', ...nineteen), PUBLIC)).status).toBe(200)
    expect((await ask(conditions('stats.is.null', ...nineteen, 'votes.eq.2'), PUBLIC)).status).toBe(400)
  })

  test('may skip as many rows as the limit says, and none is no more than that', async () => {
    expect((await ask('offset=1000', PUBLIC)).status).toBe(200)
    expect((await ask('offset=1001', PUBLIC)).status).toBe(400)
  })
})
