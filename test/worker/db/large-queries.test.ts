import { beforeEach, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { CARDS, createTables, type RequestOptions } from './tables.ts'

const repeated = (part: string, times: number) => Array.from({ length: times }, () => part).join(',')

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

const ask = async (search: string, options: RequestOptions = {}) => {
  const response = await createTables().ask(`${CARDS}?${search}`, options)
  return { status: response.status, code: ((await response.json()) as { code?: string }).code ?? null }
}
const REFUSED = { status: 400, code: 'PGRST100' }
const FOUND = { status: 200, code: null }

it('rejects queries with too many orders or columns', async () => {
  for (const search of [
    `order=${repeated('votes', 9)}`,
    `order=${repeated('votes', 150)}`,
    `order=${repeated('votes', 150)}&cursor=c1`,
    `select=${Array.from({ length: 33 }, (_, i) => `a${i}:stats`).join(',')}`,
  ])
    expect([search, await ask(search)]).toEqual([search, REFUSED])
  expect(await ask(`order=${repeated('votes', 8)}&select=*`)).toEqual(FOUND)
})

it('returns no server error for huge queries with the service key', async () => {
  for (const search of [
    `order=${repeated('votes', 3000)}`,
    `order=${repeated('votes', 3000)}&cursor=c1`,
    `select=${Array.from({ length: 2500 }, (_, i) => `a${i}:votes`).join(',')}`,
  ])
    expect((await ask(search, { as: 'service' })).status, search.slice(0, 40)).toBeLessThan(500)
})

it('weighs a JSON comparison like ten other conditions', async () => {
  const json = encodeURIComponent('{"a":1}')
  const times = (count: number) => repeated('votes.eq.1', count).split(',')
  const conditions = (...all: readonly string[]) => `or=(${all.join(',')})`
  for (const most of [
    [`stats.eq.${json}`, ...times(10)],
    [`stats.neq.${json}`, ...times(10)],
    ['stats.in.(1,2)'],
    ['stats.is.null', ...times(19)],
    ['player_name.eq.a', ...times(19)],
    ['player_name.in.(a,b,c)', ...times(19)],
  ]) {
    expect([most[0], await ask(conditions(...most))]).toEqual([most[0], FOUND])
    expect([most[0], await ask(conditions(...most, 'votes.eq.2'))]).toEqual([most[0], REFUSED])
  }
})
